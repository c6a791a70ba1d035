import { writtenFrancs } from '@fasocolis/contracts/money/francs';
import type { Order, StaffOrder } from '@fasocolis/contracts/orders';
import { spacedPhone } from '@fasocolis/contracts/reading/dialling-code';
import { StatusBadge } from '@fasocolis/web-kit/status-badge';
import { Box, Checkbox, FormControlLabel, Typography } from '@mui/material';
import { useController, useFormContext } from 'react-hook-form';
import { useClientCodes } from '../../components/settings.ts';

interface PersonPartProps {
  order: Order;
  others: readonly StaffOrder[];
  /** What is left to pay with these other parcels. */
  restWith: (ids: readonly number[]) => number;
}

/** Who receives, and which parcels: all that wait for the person, unless some are taken off. */
export function PersonPart({ order, others, restWith }: PersonPartProps) {
  const { field } = useController<Record<string, number[]>>({ name: 'orderIds' });
  const { setValue, getValues } = useFormContext();
  const chosen: readonly number[] = field.value ?? [];
  const phone = 'recipientPhone' in order ? order.recipientPhone : null;
  const codeOf = useClientCodes();
  const code = 'userId' in order && order.userId !== null ? codeOf(order.userId) : undefined;
  const toggle = (id: number, isTaken: boolean) => {
    const ids = isTaken ? [...chosen, id] : chosen.filter((each) => each !== id);
    field.onChange(ids);
    if (getValues('payment')) setValue('payment.amount', restWith(ids));
  };
  return (
    <Box sx={{ mb: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Typography sx={{ fontWeight: 700 }}>
          {order.recipientName ?? (code ? `Client ${code}` : 'Destinataire inconnu')}
        </Typography>
        {phone && <Typography sx={{ fontVariantNumeric: 'tabular-nums' }}>{spacedPhone(phone)}</Typography>}
        <StatusBadge order={order} />
      </Box>
      <Typography role="status" sx={{ fontSize: 22, fontWeight: 700 }}>
        {countWords([order, ...others.filter(({ id }) => chosen.includes(id))])}
      </Typography>
      {others.length > 0 && (
        <Box component="ul" className="plain-list" aria-label="Colis de cette personne" sx={listStyle}>
          <li>
            <FormControlLabel control={<Checkbox checked disabled />} label={<Parcel order={order} />} />
          </li>
          {others.map((other) => (
            <li key={other.id}>
              <FormControlLabel
                control={<Checkbox checked={chosen.includes(other.id)} />}
                label={<Parcel order={other} />}
                onChange={(_event, isTaken) => toggle(other.id, isTaken)}
              />
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
}

const pieceWords = (pieces: number) => `${pieces} carton${pieces > 1 ? 's' : ''}`;

/** "3 colis, 5 cartons", and what that does not contain. */
function countWords(orders: readonly Order[]): string {
  const pieces = orders.reduce((sum, order) => sum + (order.pieces ?? 0), 0);
  const unknown = orders.filter((order) => order.pieces === null).length;
  const parts = [
    `${orders.length} colis`,
    pieces > 0 && pieceWords(pieces),
    unknown > 0 && (orders.length > 1 ? `${unknown} colis sans nombre de cartons` : 'nombre de cartons inconnu'),
  ];
  return parts.filter(Boolean).join(', ');
}

function Parcel({ order }: { order: Order }) {
  const { reference, pieces } = order;
  const rest = 'due' in order ? order.due - order.paid : 0;
  return (
    <>
      <Box component="b" sx={{ fontFamily: 'var(--fc-font-reference)', overflowWrap: 'anywhere' }}>
        {reference}
      </Box>
      {pieces !== null && `, ${pieceWords(pieces)}`}
      {rest > 0 && `, reste ${writtenFrancs(rest)}`}
    </>
  );
}

const listStyle = { maxHeight: 264, overflowY: 'auto' } as const;
