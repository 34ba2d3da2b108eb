/* rows.c: answers of a database as text cells on the heap. */
#include "store/db.h"

#include <stdlib.h>

#include "core/alloc.h"

enum { ROWS_MAX = 1 << 20 };

void db_rows_free(struct db_rows *rows)
{
    for (int i = 0; i < rows->count * rows->cols; i++)
        sr_free(rows->cell[i]);
    sr_free(rows->cell);
    memset(rows, 0, sizeof *rows);
}

bool db_rows_add(struct db_rows *rows, int cols)
{
    if (rows->count == rows->max) {
        const int max = rows->max ? 2 * rows->max : 16;
        if (max > ROWS_MAX)
            return false;
        char **cell = (char **)sr_realloc(rows->cell, (size_t)max * (size_t)cols * sizeof *cell);
        if (!cell)
            return false;
        rows->cell = cell;
        rows->max = max;
    }
    rows->cols = cols;
    memset(rows->cell + (size_t)rows->count * (size_t)cols, 0, (size_t)cols * sizeof(char *));
    rows->count++;
    return true;
}

bool db_rows_move(struct db_rows *to, struct db_rows *from)
{
    for (int r = 0; r < from->count; r++) {
        if (!db_rows_add(to, from->cols))
            return false;
        char **cell = from->cell + (size_t)r * (size_t)from->cols;
        memcpy(to->cell + (size_t)(to->count - 1) * (size_t)to->cols, cell,
               (size_t)from->cols * sizeof *cell);
        memset(cell, 0, (size_t)from->cols * sizeof *cell);
    }
    return true;
}

bool db_rows_set(struct db_rows *rows, int col, const char *text, size_t len)
{
    char *copy = (char *)sr_alloc(len + 1);
    if (!copy)
        return false;
    memcpy(copy, text, len);
    rows->cell[(rows->count - 1) * rows->cols + col] = copy;
    return true;
}

const char *db_text(const struct db_rows *rows, int row, int col)
{
    const char *s =
        row < rows->count && col < rows->cols ? rows->cell[row * rows->cols + col] : NULL;
    return s ? s : "";
}

int64_t db_int(const struct db_rows *rows, int row, int col)
{
    return strtoll(db_text(rows, row, col), NULL, 10);
}
