import {
  CONSIGNMENT_STATE_LABELS,
  CONSIGNMENT_STATES,
  type Consignment,
  type ConsignmentState,
} from '@fasocolis/contracts/consignments';
import { Badge } from '../../components/badge.tsx';

export const STATES = CONSIGNMENT_STATES.map((id) => ({ id, name: CONSIGNMENT_STATE_LABELS[id] }));

const COLOURS: Record<ConsignmentState, string> = {
  preparing: 'yellow',
  departed: 'purple',
  arrived: 'indigo',
  closed: 'grey',
};

export function StateBadge({ state }: Pick<Consignment, 'state'>) {
  return <Badge label={CONSIGNMENT_STATE_LABELS[state]} colour={COLOURS[state]} />;
}
