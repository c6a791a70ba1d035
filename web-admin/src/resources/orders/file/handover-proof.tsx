import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { HandoverSchema } from '@fasocolis/contracts/pickup';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { longDate, timeGmt } from '@fasocolis/web-kit/dates';
import { useQuery } from '@tanstack/react-query';
import { TabLink } from '../../../components/buttons.tsx';
import { useNames } from '../../../components/people-names.tsx';
import { Facts } from '../../../components/record-view.tsx';
import { Section } from '../../../components/screen.tsx';

/** A hand-over that was recorded later than this was made without a network; in milliseconds. */
const LATE_MS = 60_000;

/** Who received the parcel, and how the receiver was checked; nothing for one that was delivered without a hand-over. */
export function HandoverProof({ orderId }: { orderId: number }) {
  const { data: handover } = useQuery({
    ...apiQuery(['handovers', orderId], '/api/handovers/:orderId', HandoverSchema, { params: { orderId } }),
    retry: false,
  });
  const { ownerChanges = [], numberChanges = [] } = handover ?? {};
  const nameOf = useNames(
    [...ownerChanges, ...numberChanges].map(({ byUserId }) => byUserId),
    ownerChanges.flatMap(({ formerOwnerId, ownerId }) => [formerOwnerId, ownerId]),
  );
  if (!handover) return null;
  const { at, recordedAt, receiverName, reason, photo } = handover;
  const customer = (id: number | null | undefined) => (id == null ? 'aucun client' : nameOf(id));
  const author = (id: number | null | undefined) => (id == null ? PRODUCT_NAME : nameOf(id));
  const changes = ownerChanges.map(
    (change) =>
      `${longDate(change.at)}, ${timeGmt(change.at)}\u00a0: ${customer(change.formerOwnerId)} → ${customer(change.ownerId)}, par ${author(change.byUserId)}`,
  );
  const ofNumber = numberChanges.map(
    (change) => `${longDate(change.at)}, ${timeGmt(change.at)}, par ${author(change.byUserId)}`,
  );
  const lines = (texts: string[]) => (texts.length > 0 ? texts.map((text) => <div key={text}>{text}</div>) : undefined);
  const isLate = Date.parse(recordedAt) - Date.parse(at) > LATE_MS;
  return (
    <Section title="Remise">
      <Facts>
        {{
          'Remis à': receiverName,
          Le: `${longDate(at)}, ${timeGmt(at)}`,
          Enregistré: isLate ? `${longDate(recordedAt)}, ${timeGmt(recordedAt)}` : undefined,
          Preuve: reason ? `Sans code\u00a0: ${reason}` : 'Code de retrait',
          'Changement de client': lines(changes),
          'Changement du numéro du destinataire': lines(ofNumber),
          Photo: photo ? (
            <TabLink href={photo}>
              <img src={photo} alt="Remise du colis" loading="lazy" style={{ display: 'block', maxHeight: 160 }} />
            </TabLink>
          ) : undefined,
        }}
      </Facts>
    </Section>
  );
}
