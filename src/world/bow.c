/* Bows in the same step as the contacts.
 *
 * A bow is a coupler with t = k (v + v_b):
 *
 *   v = t/k - v_b        the string's centred velocity relative to the bow
 *   f = F Phi(v)         the force on the string is -f
 *
 * Friction takes k f v >= 0, the bow supplies -k f v_b. Symbols: docs/notation.md.
 *
 * The bow alone, e = G_bb/k and v0 its v without any force, is the scalar equation of friction.h,
 *
 *   v + e F Phi(v) = v0
 *
 * Without iteration its root is the guess g at which friction is a resistance for this step,
 *
 *   f = F chi v,   chi = Phi(g)/g
 *
 * linear and rising, so the bow joins the contacts' equations as one more item. It is passive for
 * any guess, and exact where no contact acts on the body. The lagged guess, one Newton step from the
 * last v, is for comparison with papers.
 *
 * With iteration: hold f, solve the contacts, and take the answer of v to f from their tangent:
 *
 *   e = (G_bb - G_bc S (I + S O S)^-1 S G_cb)/k    S, O: newton.c
 *
 * Solve the scalar equation with it, and repeat until f stands still.
 *
 * A bow begins with the last v = 0, as if it had stuck: begun as slipping, at a v_b of some widths of
 * the curve, it would never catch. Where F jumps, half of the step lies before it: F is the mean of
 * before and after. So a bow that presses from the start begins with half of its force.
 */
#include "world.h"

#include "../base/cholesky.h"

#include <math.h>
#include <stddef.h>

enum { ROUND_CAP = 30 };

static double gamma_at(const UrtoWorld *world, uint32_t i, uint32_t j)
{
    return world->model.gamma[(size_t)i * world->model.coupler_count + j];
}

/* e with the tangents of all active contacts. */
static double compliance(UrtoWorld *world, uint32_t coupler)
{
    double *matrix = world->solve.matrix;
    double *right = world->solve.work;
    double *root = world->solve.work + world->model.coupler_count;
    uint32_t *list = world->solve.order;
    uint32_t n = 0;

    for (uint32_t i = 0; i < world->solve.item_count; i++) {
        const Item *item = &world->solve.items[i];
        if (item->coupler < world->model.point_count &&
            gamma_at(world, coupler, item->coupler) != 0.0) {
            root[n] = sqrt(item->give);
            list[n++] = item->coupler;
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < i; j++) {
            matrix[(size_t)i * n + j] = 0.5 * root[i] * gamma_at(world, list[i], list[j]) * root[j];
        }
        matrix[(size_t)i * n + i] = 1.0;
        right[i] = 0.5 * root[i] * gamma_at(world, list[i], coupler);
    }
    cholesky_factor(matrix, NULL, n);
    cholesky_solve(matrix, NULL, n, right);
    double sum = 0.5 * gamma_at(world, coupler, coupler);
    for (uint32_t i = 0; i < n; i++) {
        sum -= 0.5 * root[i] * gamma_at(world, list[i], coupler) * right[i];
    }
    return sum / world->model.step;
}

/* The root of the bow alone, or the guess in its place. */
static FrictionRoot alone(const Bow *bow, double e, double v0)
{
    const double E = e * bow->presses;

    if (bow->lagged) {
        const double guess = friction_guess(&bow->curve, E, v0, bow->last.v);
        return (FrictionRoot){guess, friction_ratio(&bow->curve, guess)};
    }
    return friction_solve(&bow->curve, E, v0, bow->last);
}

/* Puts the bows into the list of items; returns whether any of them must be iterated. */
static bool begin(UrtoWorld *world)
{
    const double k = world->model.step;
    bool iterate = false;

    for (uint32_t i = 0; i < world->model.bow_count; i++) {
        Bow *bow = &world->model.bows[i];
        const uint32_t coupler = world->model.point_count + i;
        const double e = gamma_at(world, coupler, coupler) / (2.0 * k);
        const double b = 0.5 * (coupler_read(world, coupler) + bow->pd);
        const double v0 = b / k - bow->velocity;
        Item item = {.kind = ITEM_LINEAR, .coupler = coupler, .b = b, .t = b};
        bow->presses = 0.5 * (bow->pressed + bow->force);
        if (bow->pressed == 0.0) {
            bow->last = (FrictionRoot){0.0, bow->curve.slope};
        }
        if (bow->presses > 0.0) {
            const FrictionRoot root = alone(bow, e, v0);
            const double R = bow->presses * root.ratio;
            bow->last.ratio = root.ratio;
            item.c0 = bow->iterative ? R * root.v : -R * bow->velocity;
            item.c1 = bow->iterative ? 0.0 : R / k;
            iterate = iterate || bow->iterative;
        }
        item.force = item.c0 + item.c1 * b;
        world->solve.items[world->solve.item_count++] = item;
        world->solve.item_of[coupler] = world->solve.item_count;
    }
    return iterate;
}

/* Whether an active contact or another bow moves a bow that is iterated. */
static bool feels_others(const UrtoWorld *world)
{
    for (uint32_t i = 0; i < world->model.bow_count; i++) {
        const uint32_t coupler = world->model.point_count + i;
        for (uint32_t j = 0; world->model.bows[i].iterative && j < world->solve.item_count; j++) {
            const uint32_t other = world->solve.items[j].coupler;
            if (other != coupler && gamma_at(world, coupler, other) != 0.0) {
                return true;
            }
        }
    }
    return false;
}

void bow_solve(UrtoWorld *world)
{
    const bool iterate = begin(world);

    couple_solve(world);
    if (!iterate || !feels_others(world)) {
        return; /* begin was exact */
    }
    for (int round = 0; round < ROUND_CAP; round++) {
        double change = 0.0;
        for (uint32_t i = 0; i < world->model.bow_count; i++) {
            const Bow *bow = &world->model.bows[i];
            Item *item =
                &world->solve.items[world->solve.item_of[world->model.point_count + i] - 1];
            if (!bow->iterative || bow->presses == 0.0) {
                continue;
            }
            const double e = compliance(world, item->coupler);
            const double v0 = item->t / world->model.step - bow->velocity + e * item->c0;
            const FrictionRoot root = friction_solve(&bow->curve, e * bow->presses, v0, bow->last);
            const double force = bow->presses * root.ratio * root.v;
            change = fmax(change, fabs(force - item->c0) / bow->presses);
            item->c0 = force;
        }
        if (change < 1e-13) {
            break;
        }
        couple_solve(world);
    }
}
