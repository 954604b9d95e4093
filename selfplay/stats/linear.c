// SPDX-License-Identifier: GPL-3.0-or-later
#include "linear.h"

#include <assert.h>
#include <gsl/gsl_cblas.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

// Puts a Cholesky factor of `matrix` into `factor`. False when there is none.
static bool factorise(int n, const double *matrix, double *factor) {
    gsl_matrix_view view = gsl_matrix_view_array(factor, (size_t)n, (size_t)n);
    memcpy(factor, matrix, (size_t)n * (size_t)n * sizeof *matrix);
    return gsl_linalg_cholesky_decomp1(&view.matrix) == GSL_SUCCESS;
}

bool linear_solve(int n, const double *matrix, const double *right, double *x) {
    assert(n > 0);
    double *room = mem_alloc((size_t)n * (size_t)n * sizeof *room);
    gsl_error_handler_t *before = gsl_set_error_handler_off();
    bool solved = factorise(n, matrix, room);
    if (solved) {
        gsl_matrix_view factor = gsl_matrix_view_array(room, (size_t)n, (size_t)n);
        gsl_vector_const_view b = gsl_vector_const_view_array(right, (size_t)n);
        gsl_vector_view solution = gsl_vector_view_array(x, (size_t)n);
        solved =
            gsl_linalg_cholesky_solve(&factor.matrix, &b.vector, &solution.vector) == GSL_SUCCESS;
    }
    gsl_set_error_handler(before);
    free(room);
    return solved;
}

bool linear_inverse(int n, const double *matrix, double *inverse) {
    assert(n > 0);
    gsl_error_handler_t *before = gsl_set_error_handler_off();
    bool inverted = factorise(n, matrix, inverse);
    if (inverted) {
        gsl_matrix_view factor = gsl_matrix_view_array(inverse, (size_t)n, (size_t)n);
        inverted = gsl_linalg_cholesky_invert(&factor.matrix) == GSL_SUCCESS;
    }
    gsl_set_error_handler(before);
    return inverted;
}

void linear_eigen(int n, const double *matrix, double *values, double *vectors) {
    assert(n > 0);
    gsl_error_handler_t *before = gsl_set_error_handler_off();
    gsl_matrix *copy = mem_need(gsl_matrix_alloc((size_t)n, (size_t)n));
    gsl_matrix *columns = mem_need(gsl_matrix_alloc((size_t)n, (size_t)n));
    gsl_eigen_symmv_workspace *workspace = mem_need(gsl_eigen_symmv_alloc((size_t)n));
    gsl_vector_view eigenvalues = gsl_vector_view_array(values, (size_t)n);
    memcpy(copy->data, matrix, (size_t)n * (size_t)n * sizeof *matrix);
    gsl_eigen_symmv(copy, &eigenvalues.vector, columns, workspace); // goes on until it has them
    gsl_eigen_symmv_sort(&eigenvalues.vector, columns, GSL_EIGEN_SORT_VAL_ASC);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            vectors[i * n + j] = gsl_matrix_get(columns, (size_t)j, (size_t)i);
    gsl_eigen_symmv_free(workspace);
    gsl_matrix_free(columns);
    gsl_matrix_free(copy);
    gsl_set_error_handler(before);
}

void linear_product(int n, const double *left, const double *middle, const double *right,
                    double *product) {
    assert(n > 0);
    double *half = mem_alloc((size_t)n * (size_t)n * sizeof *half);
    const enum CBLAS_TRANSPOSE no = CblasNoTrans;
    cblas_dgemm(CblasRowMajor, no, no, n, n, n, 1, left, n, middle, n, 0, half, n);
    cblas_dgemm(CblasRowMajor, no, no, n, n, n, 1, half, n, right, n, 0, product, n);
    free(half);
}
