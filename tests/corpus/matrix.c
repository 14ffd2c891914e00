/* Matrices: products in two orders, transpose, LU decomposition, a stencil. */
#define N 64

void multiply(double (*restrict c)[N], const double (*restrict a)[N], const double (*restrict b)[N]) {
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) {
            double x = a[i][k];
            for (int j = 0; j < N; j++)
                c[i][j] += x * b[k][j];
        }
}

void multiply_small(float c[4][4], const float a[4][4], const float b[4][4]) {
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            float sum = 0;
            for (int k = 0; k < 4; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

void transpose(float (*restrict out)[N], const float (*restrict in)[N]) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            out[j][i] = in[i][j];
}

int decompose(double (*a)[N]) {
    for (int k = 0; k < N; k++) {
        if (a[k][k] == 0)
            return k;
        for (int i = k + 1; i < N; i++) {
            double factor = a[i][k] /= a[k][k];
            for (int j = k + 1; j < N; j++)
                a[i][j] -= factor * a[k][j];
        }
    }
    return -1;
}

void smooth(float (*restrict out)[N], const float (*restrict in)[N]) {
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            out[i][j] = 0.2f * (in[i][j] + in[i - 1][j] + in[i + 1][j] + in[i][j - 1] + in[i][j + 1]);
}
