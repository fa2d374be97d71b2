#include "storage.h"

#include "output/outfile.h"
#include "output/text.h"

#include <errno.h>
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT = 1, HEAD = 512, BLOCK = 1 << 16, BLOCK_BYTES = 8 << 20 };

static const char head_start[] = "urto sweep, checksum ";

/* Any changed, missing or added byte after the head changes it. */
static bool checksum(FILE *stream, uint64_t *sum)
{
    static unsigned char block[BLOCK + 8];
    uint64_t mark = 0xCBF29CE484222325U;
    size_t got;

    if (fseek(stream, HEAD, SEEK_SET) != 0) {
        return false;
    }
    while ((got = fread(block, 1, BLOCK, stream)) > 0) {
        memset(block + got, 0, 8);
        for (size_t i = 0; i < got; i += 8) {
            uint64_t word;
            memcpy(&word, block + i, 8);
            mark = (mark ^ word) * 0x100000001B3U;
            mark ^= mark >> 29;
        }
        mark = (mark ^ got) * 0x100000001B3U;
    }
    *sum = mark;
    return ferror(stream) == 0;
}

static void fill_head(char head[HEAD], uint64_t sum)
{
    memset(head, 0, HEAD);
    snprintf(head, HEAD, "%s%016llx\n", head_start, (unsigned long long)sum);
}

/* --- writing --- */

typedef struct Writer {
    hid_t file;
    bool failed;
} Writer;

static void good(Writer *writer, int64_t result)
{
    writer->failed = writer->failed || result < 0;
}

static hid_t string_type(size_t size)
{
    const hid_t type = H5Tcopy(H5T_C_S1);

    H5Tset_size(type, size ? size : 1);
    H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
}

static void put_attribute(Writer *writer, hid_t object, const char *name, hid_t type,
                          const void *value)
{
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);

    good(writer, attribute);
    good(writer, H5Awrite(attribute, type, value));
    good(writer, H5Aclose(attribute));
    H5Sclose(space);
}

static void put_text(Writer *writer, hid_t object, const char *name, const char *text)
{
    const hid_t type = string_type(strlen(text) + 1);

    put_attribute(writer, object, name, type, text);
    H5Tclose(type);
}

static void put_number(Writer *writer, hid_t object, const char *name, uint64_t number)
{
    put_attribute(writer, object, name, H5T_NATIVE_UINT64, &number);
}

/* Closed by the caller. */
static hid_t make_dataset(Writer *writer, hid_t place, const char *name, hid_t type, int rank,
                          const hsize_t *size)
{
    const hid_t space = H5Screate_simple(rank, size, NULL);
    const hid_t how = H5Pcreate(H5P_DATASET_CREATE);

    H5Pset_obj_track_times(how, false);
    const hid_t set = H5Dcreate2(place, name, type, space, H5P_DEFAULT, how, H5P_DEFAULT);
    good(writer, set);
    H5Pclose(how);
    H5Sclose(space);
    return set;
}

static hid_t put_rows(Writer *writer, hid_t place, const char *name, hid_t type, size_t rows,
                      const void *values)
{
    const hsize_t size = rows;
    const hid_t set = make_dataset(writer, place, name, type, 1, &size);

    good(writer, H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
    return set;
}

/* Texts of one size each; those that are NULL are empty. */
static hid_t put_texts(Writer *writer, hid_t place, const char *name, size_t rows,
                       char *const *texts, const double *indices)
{
    size_t size = 1;
    char *flat = NULL;

    for (size_t i = 0; i < rows; i++) {
        const char *text = texts[indices ? (size_t)indices[i] : i];
        size = text && strlen(text) + 1 > size ? strlen(text) + 1 : size;
    }
    flat = memory_resize(NULL, rows + 1, size);
    memset(flat, 0, rows * size);
    for (size_t i = 0; i < rows; i++) {
        const char *text = texts[indices ? (size_t)indices[i] : i];
        if (text) {
            snprintf(flat + i * size, size, "%s", text);
        }
    }
    const hid_t type = string_type(size);
    const hid_t set = put_rows(writer, place, name, type, rows, flat);
    H5Tclose(type);
    free(flat);
    return set;
}

static hid_t make_group(Writer *writer, const char *name)
{
    const hid_t how = H5Pcreate(H5P_GROUP_CREATE);

    H5Pset_obj_track_times(how, false);
    H5Pset_link_creation_order(how, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    const hid_t group = H5Gcreate2(writer->file, name, H5P_DEFAULT, how, H5P_DEFAULT);
    good(writer, group);
    H5Pclose(how);
    return group;
}

static void put_columns(Writer *writer, const char *name, const SweepColumn *columns, size_t count,
                        size_t rows)
{
    const hid_t group = make_group(writer, name);

    for (size_t i = 0; i < count && !writer->failed; i++) {
        const SweepColumn *column = &columns[i];
        const hid_t set =
            column->words
                ? put_texts(writer, group, column->name, rows, column->words, column->values)
                : put_rows(writer, group, column->name, H5T_NATIVE_DOUBLE, rows, column->values);
        put_text(writer, set, "unit", column->unit);
        put_text(writer, set, "description", column->description);
        if (column->scale) {
            put_text(writer, set, "scale", column->scale);
        }
        if (column->names) {
            put_text(writer, set, "names", column->names);
        }
        H5Dclose(set);
    }
    H5Gclose(group);
}

static void put_sound(Writer *writer, const SweepData *data, SweepSound sound, void *context)
{
    const int rank = data->channels > 1 ? 3 : 2;
    const hsize_t size[3] = {data->rows, data->frames, data->channels};
    const size_t room = data->frames * data->channels;
    const size_t most =
        room * sizeof(float) < BLOCK_BYTES ? BLOCK_BYTES / (room * sizeof(float)) : 1;
    const hid_t set = make_dataset(writer, writer->file, "sound", H5T_IEEE_F32LE, rank, size);
    const hid_t space = H5Screate_simple(rank, size, NULL);
    float *block = memory_resize(NULL, most * room, sizeof *block);

    put_attribute(writer, set, "rate", H5T_NATIVE_DOUBLE, &data->rate);
    put_text(writer, set, "description", "cases x frames x channels; what a sound lacks is zeros");
    for (size_t row = 0; row < data->rows && !writer->failed;) {
        const size_t rows = data->rows - row < most ? data->rows - row : most;
        const hsize_t from[3] = {row, 0, 0}, count[3] = {rows, data->frames, data->channels};
        memset(block, 0, rows * room * sizeof *block);
        for (size_t i = 0; i < rows; i++) {
            writer->failed = writer->failed || !sound(context, row + i, block + i * room);
        }
        const hid_t memory = H5Screate_simple(rank, count, NULL);
        good(writer, H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, count, NULL));
        good(writer, H5Dwrite(set, H5T_NATIVE_FLOAT, memory, space, H5P_DEFAULT, block));
        H5Sclose(memory);
        row += rows;
    }
    free(block);
    H5Sclose(space);
    H5Dclose(set);
}

static void put_all(Writer *writer, const SweepData *data, SweepSound sound, void *context)
{
    const hid_t root = H5Gopen2(writer->file, "/", H5P_DEFAULT);
    bool failures = false;

    put_number(writer, root, "format", FORMAT);
    put_text(writer, root, "urto", data->version);
    put_text(writer, root, "title", data->title);
    put_text(writer, root, "plan", data->plan);
    put_text(writer, root, "scene", data->scene);
    put_text(writer, root, "card", data->card);
    put_number(writer, root, "mark", data->mark);
    put_number(writer, root, "seed", data->seed);
    put_number(writer, root, "count", data->count);
    put_number(writer, root, "shard", data->shard);
    put_number(writer, root, "shards", data->shards);
    H5Gclose(root);
    put_columns(writer, "parameters", data->parameters, data->parameter_count, data->rows);
    put_columns(writer, "features", data->features, data->feature_count, data->rows);
    H5Dclose(put_rows(writer, writer->file, "status", H5T_STD_U8LE, data->rows, data->status));
    for (size_t i = 0; i < data->rows; i++) {
        failures = failures || data->messages[i];
    }
    if (failures) {
        H5Dclose(put_texts(writer, writer->file, "messages", data->rows, data->messages, NULL));
    }
    if (data->frames && !writer->failed) {
        H5Dclose(put_rows(writer, writer->file, "lengths", H5T_NATIVE_UINT64, data->rows,
                          data->lengths));
        put_sound(writer, data, sound, context);
    }
}

static hid_t file_access(void)
{
    const hid_t how = H5Pcreate(H5P_FILE_ACCESS);

    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    H5Pset_libver_bounds(how, H5F_LIBVER_V18, H5F_LIBVER_V18);
    H5Pset_fclose_degree(how, H5F_CLOSE_STRONG);
    return how;
}

static hid_t create_file(const char *path)
{
    const hid_t access = file_access();
    const hid_t how = H5Pcreate(H5P_FILE_CREATE);

    H5Pset_userblock(how, HEAD);
    H5Pset_obj_track_times(how, false);
    H5Pset_link_creation_order(how, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, how, access);
    H5Pclose(how);
    H5Pclose(access);
    return file;
}

static bool put_head(const char *path)
{
    FILE *stream = fopen(path, "r+b");
    char head[HEAD];
    uint64_t sum = 0;

    if (!stream) {
        return false;
    }
    const bool read = checksum(stream, &sum);
    fill_head(head, sum);
    const bool written =
        read && fseek(stream, 0, SEEK_SET) == 0 && fwrite(head, 1, HEAD, stream) == HEAD;
    return fclose(stream) == 0 && written;
}

const char *storage_write(const SweepData *data, const char *path, SweepSound sound, void *context)
{
    OutFile out;

    if (!outfile_open(&out, path)) {
        return outfile_reason(errno);
    }
    errno = 0;
    Writer writer = {.file = create_file(out.temporary)};
    good(&writer, writer.file);
    if (!writer.failed) {
        put_all(&writer, data, sound, context);
    }
    good(&writer, H5Fclose(writer.file));
    if (writer.failed || !put_head(out.temporary)) {
        const int reason = errno ? errno : EIO;
        outfile_discard(&out);
        return outfile_reason(reason);
    }
    return outfile_commit(&out) ? NULL : outfile_reason(errno);
}

/* --- reading --- */

void sweep_data_free(SweepData *data)
{
    SweepColumn *const lists[] = {data->parameters, data->features};
    const size_t counts[] = {data->parameter_count, data->feature_count};

    for (size_t l = 0; l < 2; l++) {
        for (size_t i = 0; i < counts[l]; i++) {
            SweepColumn *column = &lists[l][i];
            for (size_t w = 0; w < column->word_count; w++) {
                free(column->words[w]);
            }
            free(column->words);
            free(column->values);
            free(column->name);
            free(column->unit);
            free(column->description);
            free(column->names);
            free(column->scale);
        }
        free(lists[l]);
    }
    for (size_t i = 0; data->messages && i < data->rows; i++) {
        free(data->messages[i]);
    }
    free(data->messages);
    free(data->status);
    free(data->lengths);
    free(data->version);
    free(data->title);
    free(data->plan);
    free(data->scene);
    free(data->card);
    *data = (SweepData){0};
}

static char *get_text(hid_t object, const char *name)
{
    const hid_t attribute =
        H5Aexists(object, name) > 0 ? H5Aopen(object, name, H5P_DEFAULT) : H5I_INVALID_HID;
    char *text = NULL;

    if (attribute >= 0) {
        const hid_t type = H5Aget_type(attribute);
        const size_t size = H5Tget_size(type);
        text = memory_resize(NULL, size + 1, 1);
        if (H5Aread(attribute, type, text) < 0) {
            free(text);
            text = NULL;
        } else {
            text[size] = '\0';
        }
        H5Tclose(type);
        H5Aclose(attribute);
    }
    return text;
}

static uint64_t get_number(hid_t object, const char *name)
{
    const hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
    uint64_t number = 0;

    if (attribute >= 0) {
        (void)H5Aread(attribute, H5T_NATIVE_UINT64, &number);
        H5Aclose(attribute);
    }
    return number;
}

/* Texts of a dataset with so many rows, to be freed; NULL if it cannot be read. */
static char **get_texts(hid_t set, size_t rows)
{
    const hid_t type = H5Dget_type(set);
    const size_t size = H5Tget_size(type);
    char *flat = memory_resize(NULL, rows + 1, size + 1);
    char **texts = NULL;

    if (H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, flat) >= 0) {
        texts = memory_resize(NULL, rows + 1, sizeof *texts);
        for (size_t i = 0; i < rows; i++) {
            texts[i] = memory_resize(NULL, size + 1, 1);
            memcpy(texts[i], flat + i * size, size);
            texts[i][size] = '\0';
        }
    }
    free(flat);
    H5Tclose(type);
    return texts;
}

/* A dataset with the words of all rows becomes indices into a list without repetition. */
static void take_words(SweepColumn *column, char **texts, size_t rows)
{
    size_t room = 0;

    for (size_t i = 0; i < rows; i++) {
        size_t w = 0;
        while (w < column->word_count && strcmp(column->words[w], texts[i]) != 0) {
            w++;
        }
        if (w == column->word_count) {
            ARRAY_GROW(column->words, column->word_count, room);
            column->words[column->word_count++] = texts[i];
        } else {
            free(texts[i]);
        }
        column->values[i] = (double)w;
    }
    free(texts);
}

static bool has_rows(hid_t set, size_t rows)
{
    const hid_t space = H5Dget_space(set);
    const bool same = H5Sget_simple_extent_npoints(space) == (hssize_t)rows;

    H5Sclose(space);
    return same;
}

static bool get_column(hid_t group, hsize_t index, size_t rows, SweepColumn *column)
{
    char name[512];
    bool read = false;

    if (H5Lget_name_by_idx(group, ".", H5_INDEX_CRT_ORDER, H5_ITER_INC, index, name, sizeof name,
                           H5P_DEFAULT) < 0) {
        return false;
    }
    const hid_t set = H5Dopen2(group, name, H5P_DEFAULT);
    if (set < 0 || !has_rows(set, rows)) {
        return false;
    }
    const hid_t type = H5Dget_type(set);
    column->name = memory_resize(NULL, strlen(name) + 1, 1);
    memcpy(column->name, name, strlen(name) + 1);
    column->unit = get_text(set, "unit");
    column->description = get_text(set, "description");
    column->names = get_text(set, "names");
    column->scale = get_text(set, "scale");
    column->values = memory_resize(NULL, rows + 1, sizeof *column->values);
    if (H5Tget_class(type) == H5T_STRING) {
        char **texts = get_texts(set, rows);
        read = texts != NULL;
        if (texts) {
            take_words(column, texts, rows);
        }
    } else {
        read = H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, column->values) >= 0;
    }
    H5Tclose(type);
    H5Dclose(set);
    return read && column->unit && column->description;
}

static bool get_columns(hid_t file, const char *name, size_t rows, SweepColumn **columns,
                        size_t *count)
{
    const hid_t group = H5Gopen2(file, name, H5P_DEFAULT);
    H5G_info_t info = {0};
    bool read = group >= 0 && H5Gget_info(group, &info) >= 0;

    *columns = memory_resize(NULL, (size_t)info.nlinks + 1, sizeof **columns);
    memset(*columns, 0, ((size_t)info.nlinks + 1) * sizeof **columns);
    for (hsize_t i = 0; read && i < info.nlinks; i++) {
        *count = (size_t)i + 1;
        read = get_column(group, i, rows, &(*columns)[i]);
    }
    if (group >= 0) {
        H5Gclose(group);
    }
    return read;
}

static bool get_status(hid_t file, SweepData *data)
{
    const hid_t set = H5Dopen2(file, "status", H5P_DEFAULT);

    if (set < 0 || !has_rows(set, data->rows)) {
        return false;
    }
    data->status = memory_resize(NULL, data->rows + 1, 1);
    const bool read =
        H5Dread(set, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, data->status) >= 0;
    H5Dclose(set);
    data->messages = memory_resize(NULL, data->rows + 1, sizeof *data->messages);
    memset(data->messages, 0, (data->rows + 1) * sizeof *data->messages);
    if (read && H5Lexists(file, "messages", H5P_DEFAULT) > 0) {
        const hid_t texts = H5Dopen2(file, "messages", H5P_DEFAULT);
        char **all = get_texts(texts, data->rows);
        for (size_t i = 0; all && i < data->rows; i++) {
            if (all[i][0]) {
                data->messages[i] = all[i];
            } else {
                free(all[i]);
            }
        }
        free(all);
        H5Dclose(texts);
    }
    return read;
}

static bool get_sound(SweepFile *file)
{
    SweepData *data = &file->data;
    hsize_t size[3] = {0, 0, 1};

    data->lengths = memory_resize(NULL, data->rows + 1, sizeof *data->lengths);
    memset(data->lengths, 0, (data->rows + 1) * sizeof *data->lengths);
    file->sound = H5I_INVALID_HID;
    if (H5Lexists(file->file, "sound", H5P_DEFAULT) <= 0) {
        return true;
    }
    file->sound = H5Dopen2(file->file, "sound", H5P_DEFAULT);
    const hid_t space = H5Dget_space(file->sound);
    const int rank = H5Sget_simple_extent_ndims(space);
    bool read = rank == 2 || rank == 3;
    if (read) {
        H5Sget_simple_extent_dims(space, size, NULL);
    }
    H5Sclose(space);
    data->frames = (size_t)size[1];
    data->channels = (unsigned)size[2];
    const hid_t rate = H5Aopen(file->sound, "rate", H5P_DEFAULT);
    read = read && size[0] == data->rows && H5Aread(rate, H5T_NATIVE_DOUBLE, &data->rate) >= 0;
    H5Aclose(rate);
    const hid_t lengths = H5Dopen2(file->file, "lengths", H5P_DEFAULT);
    read = read && lengths >= 0 && has_rows(lengths, data->rows) &&
           H5Dread(lengths, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, data->lengths) >= 0;
    H5Dclose(lengths);
    return read;
}

static bool get_all(SweepFile *file)
{
    SweepData *data = &file->data;
    const hid_t root = H5Gopen2(file->file, "/", H5P_DEFAULT);

    data->version = get_text(root, "urto");
    data->title = get_text(root, "title");
    data->plan = get_text(root, "plan");
    data->scene = get_text(root, "scene");
    data->card = get_text(root, "card");
    data->mark = get_number(root, "mark");
    data->seed = get_number(root, "seed");
    data->count = get_number(root, "count");
    data->shard = (uint32_t)get_number(root, "shard");
    data->shards = (uint32_t)get_number(root, "shards");
    const uint64_t format = get_number(root, "format");
    H5Gclose(root);
    if (format != FORMAT || !data->version || !data->title || !data->plan || !data->scene ||
        !data->card || data->shard < 1 || data->shard > data->shards) {
        return false;
    }
    data->rows = (size_t)((data->count + data->shards - data->shard) / data->shards);
    return get_columns(file->file, "parameters", data->rows, &data->parameters,
                       &data->parameter_count) &&
           get_columns(file->file, "features", data->rows, &data->features, &data->feature_count) &&
           get_status(file->file, data) && get_sound(file);
}

/* NULL for a file that was written to its end and is as it was. */
static const char *check_head(const char *path)
{
    FILE *stream = fopen(path, "rb");
    char head[HEAD], right[HEAD];
    uint64_t sum = 0;

    if (!stream) {
        return outfile_reason(errno);
    }
    const bool whole = fread(head, 1, HEAD, stream) == HEAD;
    const bool ours = whole && memcmp(head, head_start, sizeof head_start - 1) == 0;
    const bool read = ours && checksum(stream, &sum);
    fclose(stream);
    fill_head(right, sum);
    if (!ours) {
        return "no file of urto sweep";
    }
    return read && memcmp(head, right, HEAD) == 0 ? NULL : "damaged, its checksum is another";
}

const char *storage_open(SweepFile *file, const char *path)
{
    const char *why = check_head(path);

    *file = (SweepFile){.file = H5I_INVALID_HID, .sound = H5I_INVALID_HID};
    if (why) {
        return why;
    }
    const hid_t access = file_access();
    file->file = H5Fopen(path, H5F_ACC_RDONLY, access);
    H5Pclose(access);
    if (file->file < 0 || !get_all(file)) {
        storage_close(file);
        return "of another version of urto sweep";
    }
    return NULL;
}

bool storage_sounds(const SweepFile *file, size_t row, size_t rows, float *samples)
{
    const int rank = file->data.channels > 1 ? 3 : 2;
    const hsize_t from[3] = {row, 0, 0};
    const hsize_t count[3] = {rows, file->data.frames, file->data.channels};
    const hid_t space = H5Dget_space(file->sound);
    const hid_t memory = H5Screate_simple(rank, count, NULL);

    H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, count, NULL);
    const bool read =
        H5Dread(file->sound, H5T_NATIVE_FLOAT, memory, space, H5P_DEFAULT, samples) >= 0;
    H5Sclose(memory);
    H5Sclose(space);
    return read;
}

void storage_close(SweepFile *file)
{
    if (file->sound >= 0) {
        H5Dclose(file->sound);
    }
    if (file->file >= 0) {
        H5Fclose(file->file);
    }
    sweep_data_free(&file->data);
    *file = (SweepFile){.file = H5I_INVALID_HID, .sound = H5I_INVALID_HID};
}
