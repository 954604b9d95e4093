// SPDX-License-Identifier: GPL-3.0-or-later
// The engine protocols UCI and USI, which differ in little more than how they write positions and
// moves. docs/engines.md says how they tell our games.
//
// Commands that need an idle engine (position, go, setoption, a new game) wait for the end of a
// running search; stop, ponderhit, isready and quit act at once. So a script of such lines gives
// the same answers whatever the speed, as long as its searches are bounded by nodes or depth.
#pragma once

#include "session.h"

enum uci_dialect { DIALECT_UCI, DIALECT_USI };

struct uci;

// A front end of `session` (not owned), which calls itself `name`. `send` gets each answer, one
// line without its line end. Destroy with uci_destroy.
struct uci *uci_create(enum uci_dialect dialect, struct session *session, const char *name,
                       void (*send)(void *context, const char *line), void *context);
void uci_destroy(struct uci *uci);

// For session_serve; `closed` is left to the caller.
struct session_events uci_events(struct uci *uci);

// One line of input for a struct uci; it is written into. False: quit. Whatever is wrong with it is
// answered by a line "info string ...".
bool uci_line(void *uci, char *line);
