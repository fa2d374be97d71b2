/* The exact impact in scaled variables, shared by the closed forms, the matched stiffness and the
 * event scheme. See closed_form.c for the derivation. */
#ifndef IMPACT_CLOSED_FORM_H
#define IMPACT_CLOSED_FORM_H

#include <urto/impact.h>

/* Of the quadrature: the distance from the singular end over the whole, and the weight. */
typedef struct Node {
    double near, weight;
} Node;

typedef struct ClosedForm {
    double exponent; /* a */
    double w;        /* mu v_in */
    double u;        /* -mu v_out, 0 <= u < 1 */
    double ratio;    /* -v_out/v_in = u/w, 1 without losses */
    double log_exit; /* ln(1 + mu v_out) = ln(1 - u) */
    double v_in;     /* [m/s] */
    double scale_x;  /* X [m]: x = X D^(1/(a+1)) */
    const Node
        *nodes; /* of the quadrature, from FIRST_NODE on; NULL: computed as they are needed */
} ClosedForm;

typedef enum ContactEnd { END_ENTRY, END_EXIT } ContactEnd;

/* The impact must have passed urto_impact_check. */
ClosedForm closed_form(const UrtoImpact *impact);

double closed_form_max_compression(const ClosedForm *form);
double closed_form_contact_time(const ClosedForm *form);

/* int dv / x(v) over the whole contact [s^-1]: the matched stiffness with losses needs it. */
double closed_form_inverse_compression(const ClosedForm *form);

/* When v = 0. */
double closed_form_turning_time(const ClosedForm *form);

/* The point at point->time, which lies within the contact; the two times are those of the form. */
void closed_form_point(const ClosedForm *form, const UrtoLaw *law, double contact_time,
                       double turning_time, UrtoImpactPoint *point);

#endif
