import type { StaffOrder } from '@fasocolis/contracts/orders';
import { PASSED, writtenPieces } from '@fasocolis/contracts/pieces';
import { writtenWeight } from '@fasocolis/contracts/reading/measures';
import { PieceStepsSchema } from '@fasocolis/contracts/scans';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { shortMoment } from '@fasocolis/web-kit/dates';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailure, Loading } from '../../../components/list-state.tsx';
import { useNames } from '../../../components/people-names.tsx';
import { Facts, factRows } from '../../../components/record-view.tsx';
import { OutlinedButton } from '../../../components/text-button.tsx';

/** How many pieces have come how far and, on demand, who scanned each of them when. */
export function Pieces({ order }: { order: StaffOrder }) {
  const [isShown, setShown] = useState(false);
  const { id, pieces } = order;
  if (pieces === null || pieces === 1) return writtenPieces(order);
  return (
    <>
      <div>{writtenPieces(order)}</div>
      {isShown ? (
        <PieceSteps orderId={id} pieces={pieces} />
      ) : (
        <OutlinedButton label="Voir chaque pièce" onClick={() => setShown(true)} />
      )}
    </>
  );
}

function PieceSteps({ orderId, pieces }: { orderId: number; pieces: number }) {
  const { data, error, refetch } = useQuery(
    apiQuery(['piece-steps', orderId], '/api/orders/:orderId/pieces', PieceStepsSchema, { params: { orderId } }),
  );
  const nameOf = useNames(data?.map(({ byUserId }) => byUserId) ?? [], []);
  if (error) return <LoadFailure onRetry={refetch}>Les pièces n'ont pas pu être chargées.</LoadFailure>;
  if (!data) return <Loading height={80} />;
  const stepsOf = new Map<number, typeof data>();
  for (const step of data) stepsOf.set(step.piece, [...(stepsOf.get(step.piece) ?? []), step]);
  const rows = Array.from({ length: pieces }, (_, index) => {
    const steps = stepsOf.get(index + 1)?.map(({ step, at, byUserId, weightGrams }) => (
      <div key={step}>
        {PASSED[step]} le {shortMoment(at)}
        {byUserId !== null && `, par ${nameOf(byUserId)}`}
        {weightGrams !== null && `, ${writtenWeight(weightGrams)}`}
      </div>
    ));
    return [`${index + 1} sur ${pieces}`, steps ?? 'Non scannée'];
  });
  return <Facts sx={pieceRows}>{Object.fromEntries(rows)}</Facts>;
}

const pieceRows = { ...factRows('1fr', 0.5), '& dd': { m: 0, fontWeight: 400 } };
