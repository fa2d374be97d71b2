#include "ledger_sum.h"

void ledger_add(UrtoLedger *sum, const UrtoWorld *world)
{
    const UrtoLedger ledger = urto_world_ledger(world);

    sum->stored += ledger.stored;
    sum->initial += ledger.initial;
    sum->dissipated_body += ledger.dissipated_body;
    sum->dissipated_contact += ledger.dissipated_contact;
    sum->dissipated_bow += ledger.dissipated_bow;
    sum->supplied_bow += ledger.supplied_bow;
    sum->supplied_drive += ledger.supplied_drive;
    sum->supplied_hand += ledger.supplied_hand;
    sum->supplied_gravity += ledger.supplied_gravity;
    sum->supplied_change += ledger.supplied_change;
    sum->residual += ledger.residual;
}
