import { NEVER_ARRIVED } from '@fasocolis/contracts/pickup';
import { pieceCode } from '@fasocolis/contracts/reading/reference';
import { nearMissIn } from '@fasocolis/contracts/receiving';
import { confirmationOf, type Scan } from '@fasocolis/contracts/scans';
import { longDate, timeGmt } from '@fasocolis/web-kit/dates';
import { Box, Card, Typography } from '@mui/material';
import { useId } from 'react';
import { OutlinedButton, TextButton } from '../../components/text-button.tsx';
import { lacksCode } from './scan-store.ts';
import { MODE_NAMES, nearMissWords } from './scan-words.ts';
import type { Announced } from './use-announced.ts';
import type { ScanQueue } from './use-scan-queue.ts';

interface ConflictListProps {
  queue: ScanQueue;
  announced: Announced;
  /** Called to fill in the form of a hand-over again. */
  onHandOver: (conflict: Scan) => void;
}

export function ConflictList({ queue, announced, onHandOver }: ConflictListProps) {
  const titleId = useId();
  if (queue.conflicts.length === 0) return null;
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ p: { xs: 2, md: 0 } }}>
      <Typography id={titleId} variant="h2" sx={{ mb: 1 }}>
        À régler ({queue.conflicts.length})
      </Typography>
      <Typography sx={{ mb: 1 }}>
        Ces lectures ont été refusées. Corrigez la cause, puis renvoyez-les, ou indiquez que c'est réglé.
      </Typography>
      <Box component="ul" className="plain-list" sx={{ display: 'grid', gap: 1 }}>
        {queue.conflicts.map(({ message, orderId, ...entry }) => {
          const { scan } = entry;
          const confirmation = confirmationOf(message);
          const known = nearMissIn(message);
          const owner = known === undefined ? undefined : announced.codeOf(announced.find(known)?.userId);
          const isTyped = scan.mode === 'hand-over' && scan.piece === undefined && !confirmation;
          const isTypedAgain = lacksCode(entry) || message === NEVER_ARRIVED || message.startsWith('Code erroné');
          return (
            <Card key={scan.id} component="li" sx={{ p: 2 }}>
              <Typography sx={{ fontFamily: 'var(--fc-font-reference)', fontWeight: 700, overflowWrap: 'anywhere' }}>
                {pieceCode(scan.reference, scan.piece)}
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {MODE_NAMES[scan.mode]}, {longDate(scan.at)}, {timeGmt(scan.at)}
              </Typography>
              <Typography sx={{ my: 1, fontWeight: 600 }}>
                {known === undefined ? message : nearMissWords(known, owner)}
              </Typography>
              <div className="row">
                {orderId !== undefined && <OutlinedButton to={`/orders/${orderId}`} label="Ouvrir le dossier" />}
                {(isTypedAgain || isTyped) && (
                  <OutlinedButton label="Saisir à nouveau" onClick={() => onHandOver(scan)} />
                )}
                {known !== undefined && (
                  <OutlinedButton
                    label="Oui, c'est lui"
                    onClick={() => void queue.retry(scan.id, { reference: known })}
                  />
                )}
                {!isTypedAgain && confirmation && (
                  <OutlinedButton
                    label={confirmation}
                    onClick={() => void queue.retry(scan.id, { isConfirmed: true })}
                  />
                )}
                {!isTypedAgain && !confirmation && (
                  <OutlinedButton label="Renvoyer" onClick={() => void queue.retry(scan.id)} />
                )}
                <TextButton label="C'est réglé" onClick={() => void queue.remove(scan.id)} />
              </div>
            </Card>
          );
        })}
      </Box>
    </Box>
  );
}
