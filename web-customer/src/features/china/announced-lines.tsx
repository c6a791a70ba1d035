import type { AnnouncementOutcome } from '@fasocolis/contracts/announcements';
import { readCourierNumber } from '@fasocolis/contracts/reading/courier-number';
import { shortened } from '@fasocolis/contracts/reading/shortened';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../shared/button.tsx';
import { NarrowPage } from '../../shared/page.tsx';
import { paths } from '../../shared/paths.ts';
import { SupportLink } from '../../shared/support-link.tsx';

/** What became of each line; it takes the focus, so that screen readers announce it. */
export function AnnouncedLines({ outcomes, onAgain }: { outcomes: AnnouncementOutcome[]; onAgain: () => void }) {
  const summary = useRef<HTMLParagraphElement>(null);
  useEffect(() => summary.current?.focus(), []);
  const announced = outcomes.filter(({ outcome }) => outcome === 'announced').length;
  // Lines may be equal.
  const lines = outcomes.map((outcome, id) => ({ id, ...outcome }));
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused');
  return (
    <NarrowPage title="Annoncer un colis">
      <p ref={summary} tabIndex={-1} className="text-lg font-semibold outline-none!">
        {inWords(announced)}
      </p>
      <ul className="my-4 divide-y divide-line border-y border-line">
        {lines.map(({ id, line, outcome, reference, message }) => (
          <li key={id} className="py-3">
            <span className="block font-mono font-bold wrap-anywhere">{line}</span>
            {message && <span className={outcome === 'refused' ? 'text-danger' : ''}>{message} </span>}
            {outcome === 'refused' && <Search line={line} />}
            {reference && (
              <Link to={paths.tracking(reference)} className="block py-2.5 text-brand underline">
                {'Votre numéro de suivi\u00a0: '}
                <span className="font-mono font-bold whitespace-nowrap">{reference}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
      <div className="grid gap-3">
        <Button label="Annoncer d'autres colis" variant="primary" onClick={onAgain} />
        <ButtonLink to={paths.parcels} label="Mes colis" />
        {refused.length > 0 && (
          <SupportLink
            label="Écrire sur WhatsApp"
            text={`Bonjour, je vous écris au sujet de ${namedIn(refused.map(({ line }) => line))}.`}
          />
        )}
      </div>
    </NarrowPage>
  );
}

/** A number of another parcel may be that of one that arrived before it was announced: its page offers to claim it. */
function Search({ line }: { line: string }) {
  const reading = readCourierNumber(line);
  if ('problem' in reading) return null;
  return (
    <Link to={paths.tracking(reading.number)} className="block py-2.5 text-brand underline">
      Est-il arrivé sans nom&nbsp;? Le chercher
    </Link>
  );
}

/** Lines that a message names at most. */
const NAMED_MAX = 5;

function namedIn(lines: string[]): string {
  const named = lines.slice(0, NAMED_MAX).map((line) => shortened(line, 64));
  const more = lines.length - named.length;
  return named.join(', ') + (more > 0 ? ` et de ${more} autre${more > 1 ? 's' : ''}` : '');
}

function inWords(announced: number): string {
  if (announced === 0) return 'Aucun nouveau colis annoncé';
  return announced === 1 ? '1 colis annoncé' : `${announced} colis annoncés`;
}
