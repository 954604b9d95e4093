// SPDX-License-Identifier: GPL-3.0-or-later
#include "random.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#include <Random123/philox.h>
#include <assert.h>
#pragma GCC diagnostic pop

struct random random_init(uint64_t seed, uint64_t game, enum random_purpose purpose) {
    return (struct random){.seed = seed, .game = game, .purpose = (uint32_t)purpose};
}

uint32_t random_u32(struct random *random) {
    uint32_t index = random->draws++ & 3;
    if (index == 0) {
        philox4x32_ctr_t counter = {{(random->draws - 1) >> 2, random->purpose,
                                     (uint32_t)random->game, (uint32_t)(random->game >> 32)}};
        philox4x32_key_t key = {{(uint32_t)random->seed, (uint32_t)(random->seed >> 32)}};
        philox4x32_ctr_t block = philox4x32(counter, key);
        for (int i = 0; i < 4; i++)
            random->block[i] = block.v[i];
    }
    return random->block[index];
}

uint64_t random_u64(struct random *random) {
    uint64_t high = random_u32(random);
    return high << 32 | random_u32(random);
}

uint32_t random_below(struct random *random, uint32_t bound) {
    assert(bound > 0);
    uint64_t product = (uint64_t)random_u32(random) * bound;
    if ((uint32_t)product < bound) {
        uint32_t threshold = -bound % bound;
        while ((uint32_t)product < threshold)
            product = (uint64_t)random_u32(random) * bound;
    }
    return (uint32_t)(product >> 32);
}

double random_unit(struct random *random) {
    return (double)(random_u64(random) >> 11) * 0x1p-53;
}
