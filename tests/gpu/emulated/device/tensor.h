/* tensor.h: in the place of src/gpu/device/tensor.h. */
static inline void multiply_high(int (&sum)[4], const uint32_t (&a)[4], uint2 b)
{
    emulated_multiply(sum, a, b, true);
}

static inline void multiply_low(int (&sum)[4], const uint32_t (&a)[4], uint2 b)
{
    emulated_multiply(sum, a, b, false);
}
