/* Closed-form corrections (Papetti, Avanzini, Rocchesso, section 4.2).
 *
 * When a contact begins, its x_max and v_out follow from the velocity of the sample before. From
 * then on x is clipped to x_max, and at the first sample outside the velocity becomes v_out. The
 * exact exit velocity is used, not the published approximation. Gravity deepens the compression:
 * where m g x_max exceeds a hundredth of the kinetic energy, x is not clipped.
 */
#include "correction.h"

#include "closed_form.h"

void correction_apply(Correction *correction, const Model *model, State *state, double x_before,
                      double v_before)
{
    if (x_before <= 0.0 && state->x > 0.0) {
        const UrtoImpact impact = {model->mass, model->law, v_before};
        const ClosedForm form = closed_form(&impact);
        const double deepest = closed_form_max_compression(&form);
        const bool weighed = model->gravity * deepest > 0.005 * v_before * v_before;
        correction->max_compression = weighed ? HUGE_VAL : deepest;
        correction->exit_velocity = -form.v_in * form.ratio;
    }
    if (state->x > correction->max_compression && state->x > 0.0) {
        state->x = correction->max_compression;
        state->force = scheme_force(model, state, state->x, state->v);
    }
    if (x_before > 0.0 && state->x <= 0.0) {
        state->v = correction->exit_velocity;
    }
}
