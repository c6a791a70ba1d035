import {
  CONSIGNMENT_STATE_LABELS,
  CONSIGNMENT_STATES,
  type Consignment,
  type ConsignmentState,
} from '@fasocolis/contracts/consignments';

export const STATES = CONSIGNMENT_STATES.map((id) => ({ id, name: CONSIGNMENT_STATE_LABELS[id] }));

const COLOURS: Record<ConsignmentState, string> = {
  preparing: 'yellow',
  departed: 'purple',
  arrived: 'indigo',
  closed: 'grey',
};

export function StateBadge({ state }: Pick<Consignment, 'state'>) {
  return (
    <span className="fc-badge" data-colour={COLOURS[state]}>
      {CONSIGNMENT_STATE_LABELS[state]}
    </span>
  );
}
