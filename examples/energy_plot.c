/* Follows the energy of a hammered string for 100 ms: a table, energy.csv, and a picture, energy.svg.
 * Teaches the ledger: what is stored and what was lost add up to what there was, at any time.
 *   energy_plot energy.csv energy.svg */
#include <math.h>
#include <stdio.h>
#include <urto/urto.h>

enum { RATE = 48000, STEP = 5, FRAMES = 960 };
static double stored[FRAMES + 1], lost[FRAMES + 1];
static const char axes[] =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 640 300' "
    "font-family='Inter, sans-serif' font-size='16'>\n"
    "<rect width='640' height='300' fill='#ffffff'/>\n"
    "<path d='M60 40h6V240H610v6M60 140h6M338 240v6' fill='none' stroke='#5C6069'/>\n"
    "<text x='10' y='22'>energy in mJ</text>\n"
    "<text x='34' y='46'>16</text><text x='42' y='146'>8</text>\n"
    "<text x='62' y='266'>0</text><text x='329' y='266'>50</text>\n"
    "<text x='596' y='266'>100</text><text x='280' y='292'>time in ms</text>\n";

static void draw(FILE *svg, const double *energy, const char *look, const char *name, int below)
{
    fprintf(svg, "<polyline fill='none' stroke-width='2' %s points='", look);
    for (int i = 0; i <= FRAMES; i++) {
        fprintf(svg, "%.2f,%.2f ", 66.0 + 544.0 * i / FRAMES, 240.0 - 12500.0 * energy[i]);
    }
    fprintf(svg, "'/>\n<text x='300' y='%.0f'>%s</text>\n",
            240.0 - 12500.0 * energy[FRAMES / 2] + below, name);
}

int main(int argc, char **argv)
{
    UrtoWorldDef *def = NULL;
    UrtoWorld *world = NULL;
    UrtoDiagnostic why;
    UrtoWorldOptions options = urto_world_options();
    options.ledger = true;
    UrtoMassDef felt = urto_mass_def();
    felt.mass = 0.008;
    felt.position = -0.002;
    felt.velocity = 2.0;
    UrtoStringDef steel = urto_string_def();
    const UrtoLaw law = {1e8, 2.3, 1.0};
    steel.loss[0] = 15.0; /* a hand lies on it */
    urto_world_def_create(&def, NULL);
    urto_world_def_options(def, &options);
    const UrtoBody hammer = urto_world_def_mass(def, &felt);
    const UrtoBody string = urto_world_def_string(def, &steel);
    const UrtoPort head = urto_world_def_port_at(def, hammer, 0.0, 0.0);
    const UrtoPort struck = urto_world_def_port_at(def, string, 0.12 * steel.length, 0.0);
    urto_world_def_contact_between(def, head, struck, law, 0.0);
    const UrtoStatus status = urto_world_create(&world, def, RATE, &why);
    FILE *csv = fopen(argc > 1 ? argv[1] : "energy.csv", "w");
    FILE *svg = fopen(argc > 2 ? argv[2] : "energy.svg", "w");
    int failed = status != URTO_OK || !csv || !svg;
    if (failed) {
        fprintf(stderr, "energy_plot: %s\n", status ? why.message : "cannot write the files");
    }
    double worst = 0.0, whole = 0.0;
    for (int i = 0; !failed && i <= FRAMES; i++) {
        const UrtoLedger now = urto_world_ledger(world);
        stored[i] = now.stored;
        lost[i] = now.dissipated_body + now.dissipated_contact;
        whole = now.initial;
        worst = fmax(worst, fabs(now.residual));
        fprintf(csv, "%s%.9f,%.12g,%.12g,%.3g\n", i ? "" : "time,stored,lost,residual\n",
                (double)i * STEP / RATE, stored[i], lost[i], now.residual);
        urto_world_process(world, NULL, NULL, STEP);
    }
    if (!failed) {
        fputs(axes, svg);
        draw(svg, stored, "stroke='#0B6E78'", "stored", -12);
        draw(svg, lost, "stroke='#B58900' stroke-dasharray='8,4'", "lost", 24);
        fputs("</svg>\n", svg);
        printf("%.4g mJ, closed to %.0e of it\n", 1e3 * whole, worst / whole);
    }
    failed |= (csv && fclose(csv)) || (svg && fclose(svg));
    urto_world_destroy(world);
    urto_world_def_destroy(def);
    return failed;
}
