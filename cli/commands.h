/* The sub-commands of urto. Each gets its own name as argv[0] and returns the exit code: 0 done,
 * 1 failed on the way, 2 asked for something wrong. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

int command_bench(int argc, char **argv);
int command_bump(int argc, char **argv);
int command_impact(int argc, char **argv);
int command_instruments(int argc, char **argv);
int command_midi(int argc, char **argv);
int command_papers(int argc, char **argv);
int command_play(int argc, char **argv);
int command_plugins(int argc, char **argv);
int command_presets(int argc, char **argv);
int command_render(int argc, char **argv);
int command_scene(int argc, char **argv);
int command_sweep(int argc, char **argv);

#endif
