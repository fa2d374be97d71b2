/* Masses and modes.
 *
 *   m q'' = -m w^2 q - 2 m s q' - P f
 *
 * A mass on a spring is stepped as it is (leap-frog, wk <= 2). A mode takes the equivalent mass m~,
 * spring K~ and damping c~ for which leap-frog has exactly the poles exp(-s k +- i wd k):
 *
 *   wd^2 = w^2 - s^2,  W = [4 sinh^2(s k/2) + 4 sin^2(wd k/2)]/cosh(s k) < 4
 *   c~ = 2 m~ tanh(s k)/k,  K~ = m~ W/k^2,  m~ = m w^2 k^2/W
 *
 * (overdamped: -4 sinh^2(|wd| k/2) for the sine). This m~ keeps the static compliance 1/(m w^2).
 * The energy law of body.h holds with m~, K~, c~; every mode below the Nyquist frequency is stable
 * and in tune. The trapezoidal rule (002) takes m, m w^2 and 2 m s and bends the frequencies.
 *
 * Tuned by a factor r, a mode has r w and s = loss s0 + loss_high s1, s1 as at r = 1. The change
 * happens between two steps, u and d are held. A mode at or above the Nyquist frequency is at rest,
 * with all coefficients 0, until it is below again.
 */
#include "modal.h"

#include "grid.h"

#include <math.h>
#include <stddef.h>

ModeStep modal_exact(const ModeSpec *mode, double step)
{
    /* exp(-300) of it is left after a step; more would overflow */
    const double sigma = fmin(mode->sigma, 300.0 / step);
    const double sk = sigma * step;
    const double beyond = mode->omega * mode->omega - sigma * sigma;
    const double half = 0.5 * sqrt(fabs(beyond)) * step;
    const double turn = beyond >= 0.0 ? sin(half) * sin(half) : -sinh(half) * sinh(half);
    const double W = 4.0 * (sinh(0.5 * sk) * sinh(0.5 * sk) + turn) / cosh(sk);
    const double angle = mode->omega * step;
    ModeStep result;

    result.mass = mode->omega > 0.0 && W > 0.0 ? mode->mass * angle * angle / W : mode->mass;
    result.spring = mode->omega > 0.0 ? mode->mass * mode->omega * mode->omega : 0.0;
    result.damping = 2.0 * result.mass * tanh(sk) / step;
    return result;
}

static void rest(Body *body, uint32_t i)
{
    body->u[i] = body->d[i] = 0.0;
    body->masses[i] = body->springs[i] = body->dampings[i] = 0.0;
    body->inverse[i] = body->keeps[i] = body->pulls[i] = 0.0;
}

static void coefficients(Body *body, uint32_t i)
{
    const double k = body->step;
    ModeSpec mode = body->modes[i];

    mode.omega *= body->tuning;
    mode.sigma = body->loss * mode.sigma + body->loss_high * mode.high;
    ModeStep m = {mode.mass, mode.mass * mode.omega * mode.omega, 2.0 * mode.mass * mode.sigma};
    if (!body->leapfrog && !body->trapezoidal) {
        m = modal_exact(&mode, k);
    }
    const double half_spring = body->trapezoidal ? 0.25 * m.spring : 0.0;
    const double half_loss = m.damping / (2.0 * k) + half_spring;
    const double inverse = 1.0 / (m.mass / (k * k) + half_loss);
    const double loss = half_loss * k * k / m.mass;
    body->masses[i] = m.mass;
    body->springs[i] = m.spring;
    body->dampings[i] = m.damping;
    body->inverse[i] = inverse;
    body->keeps[i] = (1.0 - loss) / (1.0 + loss); /* exactly 1 without loss */
    body->pulls[i] = m.spring * inverse;
}

void modal_retune(Body *body)
{
    const double nyquist = 3.14159265358979323846 / body->step;

    for (uint32_t i = 0; i < body->n; i++) {
        if (!body->leapfrog && body->tuning * body->modes[i].omega >= nyquist) {
            rest(body, i);
        } else {
            coefficients(body, i);
        }
    }
}

void modal_init(Body *body, const BodyPlan *plan)
{
    for (uint32_t i = 0; i < plan->n; i++) {
        const ModeSpec *mode = &plan->modes[i];
        body->modes[i] = *mode;
        coefficients(body, i);
        for (uint32_t p = 0; p < plan->table_points; p++) {
            body->table[(size_t)p * plan->n + i] =
                plan->table[(size_t)p * plan->table_modes + mode->row];
        }
    }
    body->force = plan->force;
    body->u[0] = plan->position;
    body->d[0] = plan->velocity * plan->step;
}

void modal_predict(Body *body)
{
    const double *restrict u = body->u;
    const double *restrict d = body->d;
    const double *restrict keeps = body->keeps;
    const double *restrict pulls = body->pulls;
    double *restrict e = body->e;

    for (uint32_t i = 0; i < body->n; i++) {
        e[i] = keeps[i] * d[i] - pulls[i] * u[i];
    }
    if (body->force != 0.0) {
        e[0] += body->force * body->inverse[0];
    }
}

/* u u- = (u - d/2)^2 - d^2/4: near the Nyquist frequency the two terms of H nearly cancel, these
 * two do not. */
double modal_energy(const Body *body)
{
    const double scale = 0.5 / (body->step * body->step);
    const double half = body->trapezoidal ? 0.0 : 0.5;
    double sum = 0.0;

    for (uint32_t i = 0; i < body->n; i++) {
        const double middle = body->u[i] - half * body->d[i];
        const double spring = 0.5 * body->springs[i];
        const double mass = scale * body->masses[i] - spring * half * half;
        sum += mass * body->d[i] * body->d[i] + spring * middle * middle;
    }
    return sum;
}

double modal_loss(const Body *body)
{
    double sum = 0.0;

    for (uint32_t i = 0; i < body->n; i++) {
        const double w = body->d[i] + body->e[i];
        sum += body->dampings[i] * w * w;
    }
    return sum / (4.0 * body->step);
}

void modal_row(const Body *body, double x, double y, UrtoInterpolation interpolation, Row *row)
{
    row->count = body->n;
    if (body->shape == SHAPE_TABLE) {
        double weights[4];
        uint32_t count = 0;
        const uint32_t last = body->table_points - 1;
        const uint32_t first =
            grid_weights(x / body->size[0] * last, last, interpolation, weights, &count);
        for (uint32_t i = 0; i < body->n; i++) {
            double sum = 0.0;
            for (uint32_t p = 0; p < count; p++) {
                sum += weights[p] * body->table[(size_t)(first + p) * body->n + i];
            }
            row->weight[i] = sum;
        }
        return;
    }
    for (uint32_t i = 0; i < body->n; i++) {
        row->weight[i] = shape_value(body->shape, &body->modes[i], body->size, x, y);
    }
}

/* Projects a shape on the modes: q = sum w v phi / sum w phi^2 over many places, for a line with
 * the midpoint rule (trapezoid for tables), for surfaces on a product of two. */
void modal_shape(const Body *body, UrtoShape shape, void *context, double factor, double *values)
{
    enum { LINE = 2048, SIDE = 128 };
    const bool circle = body->shape == SHAPE_CIRCLE;
    const bool surface = circle || body->shape == SHAPE_RECTANGLE;
    const uint32_t nx = surface ? SIDE : LINE;
    const uint32_t ny = surface ? SIDE : 1;

    for (uint32_t m = 0; m < body->n; m++) {
        double top = 0.0;
        double bottom = 0.0;
        for (uint32_t j = 0; j < ny; j++) {
            for (uint32_t i = 0; i < nx; i++) {
                double x = (i + 0.5) / nx * body->size[0];
                double y = (j + 0.5) / ny * body->size[1];
                double weight = 1.0;
                double phi = 1.0;
                if (circle) {
                    const double turn = 6.283185307179586 * (j + 0.5) / ny;
                    weight = x;
                    y = x * sin(turn);
                    x = x * cos(turn);
                }
                if (body->shape == SHAPE_TABLE) {
                    double w[4];
                    uint32_t count = 0;
                    const uint32_t last = body->table_points - 1;
                    const uint32_t first = grid_weights(x / body->size[0] * last, last,
                                                        URTO_INTERPOLATION_CUBIC, w, &count);
                    phi = 0.0;
                    for (uint32_t p = 0; p < count; p++) {
                        phi += w[p] * body->table[(size_t)(first + p) * body->n + m];
                    }
                } else {
                    phi = shape_value(body->shape, &body->modes[m], body->size, x, y);
                }
                top += weight * phi * shape(context, x, y);
                bottom += weight * phi * phi;
            }
        }
        values[m] = bottom > 0.0 ? factor * top / bottom : 0.0;
    }
}
