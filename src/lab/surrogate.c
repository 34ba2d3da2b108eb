/* surrogate.c: two Gaussian processes over mixtures of steps. Everything is reckoned in deviations
 * of the noise. */
#include "lab/surrogate.h"

#include <math.h>

#include "base/memory.h"
#include "lab/stats.h"

enum { FITS = SURROGATE_KINDS * SURROGATE_AIMS };

struct point { /* a mixture, by number */
    int count;
    int16_t lever[SURROGATE_MIXED], number[SURROGATE_MIXED];
    int8_t at[SURROGATE_MIXED];
};

/* What mixtures have in common, as a variance. */
enum { APART = 128 };
struct kernel {
    enum surrogate_kind kind;
    double lever;  /* of what one lever does (squares), or a number's curve (process) */
    double joint;  /* of what only several do together */
    double length; /* in steps: nearer ones are alike */
    double alike[APART]; /* by the square of the distance; nothing beyond */
};
#define COMMON 100.0 /* of the level of all of them */

struct fit {
    struct kernel kernel;
    double *inverse; /* n x n */
};

struct surrogate {
    int levers, aims;
    int16_t *number;
    int8_t *steps;
    int n, room;
    struct point *point;
    double *y;     /* [n][aims] as it came */
    double middle[SURROGATE_AIMS], noise[SURROGATE_AIMS];
    struct fit fit[FITS]; /* each kernel once */
    int fits;
    int used[SURROGATE_AIMS];             /* which fit */
    double missed[SURROGATE_AIMS][SURROGATE_KINDS];
    double *weight;                       /* [aims][n]: inverse times y */
};

struct surrogate *surrogate_new(const int16_t *number, const int8_t *steps, int levers, int aims)
{
    struct surrogate *s = mem_new(sizeof *s);
    s->levers = levers;
    s->aims = aims;
    s->number = mem_grow(NULL, (size_t)(levers + 1) * sizeof *s->number);
    s->steps = mem_grow(NULL, (size_t)(levers + 1) * sizeof *s->steps);
    memcpy(s->number, number, (size_t)levers * sizeof *number);
    memcpy(s->steps, steps, (size_t)levers * sizeof *steps);
    return s;
}

static void forget_fits(struct surrogate *s)
{
    for (int i = 0; i < s->fits; i++)
        mem_free(s->fit[i].inverse);
    s->fits = 0;
}

void surrogate_free(struct surrogate *s)
{
    if (!s)
        return;
    forget_fits(s);
    mem_free(s->number);
    mem_free(s->steps);
    mem_free(s->point);
    mem_free(s->y);
    mem_free(s->weight);
    mem_free(s);
}

static struct point point_of(const struct surrogate *s, const int16_t *lever, int count)
{
    struct point p = {.count = count};
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at > 0 && p.number[at - 1] > s->number[lever[i]]; at--) {
            p.lever[at] = p.lever[at - 1];
            p.number[at] = p.number[at - 1];
            p.at[at] = p.at[at - 1];
        }
        p.lever[at] = lever[i];
        p.number[at] = s->number[lever[i]];
        p.at[at] = s->steps[lever[i]];
    }
    return p;
}

void surrogate_learn(struct surrogate *s, const int16_t *lever, int count, const double *y)
{
    if (s->n == s->room) {
        s->room = 2 * s->room + 64;
        s->point = mem_grow(s->point, (size_t)s->room * sizeof *s->point);
        s->y = mem_grow(s->y, (size_t)(s->room * s->aims) * sizeof *s->y);
    }
    s->point[s->n] = point_of(s, lever, count);
    memcpy(s->y + s->n * s->aims, y, (size_t)s->aims * sizeof *y);
    s->n++;
}

/* ---- kernels ----------------------------------------------------------------------------- */

static struct kernel kernel_of(enum surrogate_kind kind, double lever, double joint, double length)
{
    struct kernel k = {kind, lever, joint, length, {0}};
    for (int i = 0; i < APART; i++)
        k.alike[i] = exp(-0.5 * i / (length * length));
    return k;
}

/* A number's curve is nothing where the number is as it was. */
static double curve(const struct kernel *k, int a, int b)
{
    return k->alike[(a - b) * (a - b)] - k->alike[a * a] - k->alike[b * b] + 1;
}

static double common(const struct kernel *k, const struct point *a, const struct point *b)
{
    double sum = 0;
    int apart = 0;
    for (int i = 0, j = 0; i < a->count || j < b->count;) {
        const bool left = j >= b->count || (i < a->count && a->number[i] <= b->number[j]);
        const bool right = i >= a->count || (j < b->count && b->number[j] <= a->number[i]);
        const int x = left ? a->at[i] : 0, y = right ? b->at[j] : 0;
        if (left && right && k->kind == SURROGATE_SQUARES)
            sum += a->lever[i] == b->lever[j];
        else if (left && right)
            sum += curve(k, x, y);
        apart += (x - y) * (x - y);
        i += left;
        j += right;
    }
    double v = COMMON + k->lever * sum;
    if (k->joint > 0)
        v += apart < APART ? k->joint * k->alike[apart] : 0;
    return v;
}

/* Four sums at a time: a processor does not wait for each. */
static double product(const double *a, const double *b, int n)
{
    double sum[4] = {0};
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++)
            sum[k] += a[i + k] * b[i + k];
    for (; i < n; i++)
        sum[0] += a[i] * b[i];
    return sum[0] + sum[1] + sum[2] + sum[3];
}

/* ---- fitting ----------------------------------------------------------------------------- */

/* Cholesky's lower part of K + 1, in place; false where it has none. *log_size: of the
 * determinant. */
static bool factor(double *a, int n, double *log_size)
{
    *log_size = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k <= i; k++) {
            const double sum = a[i * n + k] - product(a + i * n, a + k * n, k);
            if (i != k) {
                a[i * n + k] = sum / a[k * n + k];
                continue;
            }
            if (sum <= 1e-12)
                return false;
            a[i * n + i] = sqrt(sum);
            *log_size += log(sum);
        }
    return true;
}

static bool prepare(const struct surrogate *s, const struct kernel *k, double *a, double *log_size)
{
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j <= i; j++)
            a[i * s->n + j] = common(k, &s->point[i], &s->point[j]) + (i == j);
    return factor(a, s->n, log_size);
}

/* Square of the part of y that the kernel does not explain. */
static double rest(const double *a, int n, const double *y, double *room)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        room[i] = (y[i] - product(a + i * n, room, i)) / a[i * n + i];
        sum += room[i] * room[i];
    }
    return sum;
}

/* From the lower part to the inverse of the whole. */
static void invert(double *a, int n, double *out)
{
    for (int c = 0; c < n; c++) { /* of the lower part, by columns into the upper half of out */
        for (int i = c; i < n; i++) {
            const double v = product(a + i * n + c, out + c * n + c, i - c);
            out[c * n + i] = ((i == c) - v) / a[i * n + i];
        }
    }
    for (int i = 0; i < n; i++)
        for (int k = i; k < n; k++)
            a[i * n + k] = product(out + i * n + k, out + k * n + k, n - k);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            out[i * n + k] = k < i ? a[k * n + i] : a[i * n + k];
}

enum { KERNELS = 40, LOOKED_AT = 200 };

static int list_kernels(enum surrogate_kind kind, struct kernel *out)
{
    static const double amounts[] = {0.0625, 0.25, 1, 4, 16};
    static const double joints[] = {0, 0.25, 1, 4}, lengths[] = {1.5, 3};
    int n = 0;
    for (int i = 0; i < 5; i++) {
        if (kind == SURROGATE_SQUARES) {
            out[n++] = kernel_of(kind, amounts[i], 0, 1);
            continue;
        }
        for (int k = 0; k < 4; k++)
            for (int l = 0; l < 2; l++)
                out[n++] = kernel_of(kind, amounts[i], amounts[i] * joints[k], lengths[l]);
    }
    return n;
}

/* The likeliest kernel of a kind for each aim, by mixtures spread over all that were played. */
static void likeliest(const struct surrogate *s, enum surrogate_kind kind, double **y,
                      struct kernel *best)
{
    struct kernel *list = mem_new(KERNELS * sizeof *list);
    const int kernels = list_kernels(kind, list), n = s->n < LOOKED_AT ? s->n : LOOKED_AT;
    double *a = mem_grow(NULL, (size_t)(n * n) * sizeof *a);
    double room[LOOKED_AT], some[LOOKED_AT], top[SURROGATE_AIMS], log_size;
    struct surrogate few = *s;
    few.n = n;
    few.point = mem_grow(NULL, (size_t)n * sizeof *few.point);
    for (int i = 0; i < n; i++)
        few.point[i] = s->point[(int64_t)i * s->n / n];
    for (int i = 0; i < s->aims; i++) {
        top[i] = -INFINITY;
        best[i] = list[0];
    }
    for (int k = 0; k < kernels; k++) {
        if (!prepare(&few, &list[k], a, &log_size))
            continue;
        for (int i = 0; i < s->aims; i++) {
            for (int m = 0; m < n; m++)
                some[m] = y[i][(int64_t)m * s->n / n];
            const double v = -0.5 * (rest(a, n, some, room) + log_size);
            if (v > top[i]) {
                top[i] = v;
                best[i] = list[k];
            }
        }
    }
    mem_free(few.point);
    mem_free(a);
    mem_free(list);
}

/* `alike` follows from the length. */
static bool same_kernel(const struct kernel *a, const struct kernel *b)
{
    return a->kind == b->kind && a->lever == b->lever && a->joint == b->joint &&
           a->length == b->length;
}

static int fit_of(struct surrogate *s, const struct kernel *k)
{
    double log_size;
    for (int i = 0; i < s->fits; i++)
        if (same_kernel(&s->fit[i].kernel, k))
            return i;
    double *a = mem_grow(NULL, (size_t)s->n * (size_t)s->n * sizeof *a);
    double *inverse = mem_grow(NULL, (size_t)s->n * (size_t)s->n * sizeof *a);
    const bool good = prepare(s, k, a, &log_size);
    if (good)
        invert(a, s->n, inverse);
    mem_free(a);
    if (!good) {
        mem_free(inverse);
        return -1;
    }
    s->fit[s->fits] = (struct fit){*k, inverse};
    return s->fits++;
}

/* Each mixture foreseen from all the others: *likely is the sum of logarithms, returned is the
 * deviation, noise taken away. */
static double foreseen(const struct surrogate *s, int fit, const double *y, double *likely)
{
    const double *inverse = s->fit[fit].inverse;
    double squares = 0;
    *likely = 0;
    for (int i = 0; i < s->n; i++) {
        const double own = inverse[i * s->n + i];
        const double off = product(inverse + i * s->n, y, s->n) / own;
        squares += off * off;
        *likely += 0.5 * (log(own) - off * off * own);
    }
    return sqrt(squares / s->n);
}

static bool fit_aim(struct surrogate *s, int aim, struct kernel best[][SURROGATE_AIMS],
                    enum surrogate_kind only, const double *y)
{
    double top = -INFINITY;
    s->used[aim] = -1;
    for (int kind = 0; kind < SURROGATE_KINDS; kind++) {
        double likely;
        if (only != SURROGATE_KINDS && (int)only != kind)
            continue;
        const int fit = fit_of(s, &best[kind][aim]);
        if (fit < 0)
            continue;
        s->missed[aim][kind] = foreseen(s, fit, y, &likely);
        if (likely > top) {
            top = likely;
            s->used[aim] = fit;
        }
    }
    if (s->used[aim] < 0)
        return false;
    const struct fit *f = &s->fit[s->used[aim]];
    for (int i = 0; i < s->n; i++)
        s->weight[aim * s->n + i] = product(f->inverse + i * s->n, y, s->n);
    return true;
}

bool surrogate_fit(struct surrogate *s, const double *noise, enum surrogate_kind only)
{
    struct kernel(*best)[SURROGATE_AIMS] = mem_new(SURROGATE_KINDS * sizeof *best);
    double *y[SURROGATE_AIMS];
    bool good = s->n > 1;
    forget_fits(s);
    s->weight = mem_grow(s->weight, (size_t)(s->aims * s->n + 1) * sizeof *s->weight);
    for (int i = 0; i < s->aims; i++) {
        y[i] = mem_grow(NULL, (size_t)(s->n + 1) * sizeof **y);
        s->noise[i] = fmax(1e-9, noise[i]);
        s->middle[i] = 0;
        for (int k = 0; k < s->n; k++)
            s->middle[i] += s->y[k * s->aims + i] / s->n;
        for (int k = 0; k < s->n; k++)
            y[i][k] = (s->y[k * s->aims + i] - s->middle[i]) / s->noise[i];
    }
    for (int kind = 0; kind < SURROGATE_KINDS && good; kind++)
        likeliest(s, (enum surrogate_kind)kind, y, best[kind]);
    for (int i = 0; i < s->aims && good; i++)
        good = fit_aim(s, i, best, only, y[i]);
    for (int i = 0; i < s->aims; i++)
        mem_free(y[i]);
    mem_free(best);
    return good;
}

enum surrogate_kind surrogate_used(const struct surrogate *s, int aim)
{
    return s->fit[s->used[aim]].kernel.kind;
}

double surrogate_missed(const struct surrogate *s, int aim, enum surrogate_kind kind)
{
    return s->missed[aim][kind];
}

/* ---- foreseeing -------------------------------------------------------------------------- */

/* Variance of a point, or the covariance of two, after all that was learned. */
static double left_over(const struct surrogate *s, const struct fit *f, const double *a,
                        const double *b, double before)
{
    double sum = before;
    for (int i = 0; i < s->n; i++)
        sum -= a[i] * product(f->inverse + i * s->n, b, s->n);
    return sum;
}

static void commons(const struct surrogate *s, const struct kernel *k, const struct point *p,
                    double *out)
{
    for (int i = 0; i < s->n; i++)
        out[i] = common(k, p, &s->point[i]);
}

void surrogate_foresee(const struct surrogate *s, const int16_t *lever, int count, double *mean,
                       double *deviation)
{
    const struct point p = point_of(s, lever, count);
    double *k = mem_grow(NULL, (size_t)(s->n + 1) * sizeof *k);
    for (int f = 0; f < s->fits; f++) {
        const struct fit *fit = &s->fit[f];
        double spread = -1;
        for (int i = 0; i < s->aims; i++) {
            if (s->used[i] != f)
                continue;
            if (spread < 0) {
                commons(s, &fit->kernel, &p, k);
                spread = 0;
                if (deviation)
                    spread = sqrt(fmax(0, left_over(s, fit, k, k, common(&fit->kernel, &p, &p))));
            }
            mean[i] = s->middle[i] + s->noise[i] * product(s->weight + i * s->n, k, s->n);
            if (deviation)
                deviation[i] = s->noise[i] * spread;
        }
    }
    mem_free(k);
}

double surrogate_unsure(const struct surrogate *s, int aim, int count)
{
    const struct kernel *k = &s->fit[s->used[aim]].kernel;
    const double most = k->kind == SURROGATE_SQUARES ? 1 : 2; /* of a curve */
    return s->noise[aim] * sqrt(COMMON + count * most * k->lever + k->joint);
}

void surrogate_effect(const struct surrogate *s, int lever, double *mean, double *deviation)
{
    const int16_t alone = (int16_t)lever;
    const struct point with = point_of(s, &alone, 1), without = point_of(s, &alone, 0);
    double *a = mem_grow(NULL, (size_t)(s->n + 1) * sizeof *a);
    double *b = mem_grow(NULL, (size_t)(s->n + 1) * sizeof *b);
    for (int i = 0; i < s->aims; i++) {
        const struct fit *f = &s->fit[s->used[i]];
        commons(s, &f->kernel, &with, a);
        commons(s, &f->kernel, &without, b);
        double before = common(&f->kernel, &with, &with) + common(&f->kernel, &without, &without) -
                        2 * common(&f->kernel, &with, &without);
        for (int k = 0; k < s->n; k++)
            a[k] -= b[k];
        mean[i] = s->noise[i] * product(s->weight + i * s->n, a, s->n);
        deviation[i] = s->noise[i] * sqrt(fmax(0, left_over(s, f, a, a, before)));
    }
    mem_free(a);
    mem_free(b);
}
