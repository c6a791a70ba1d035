import { isCourierNumber } from '@fasocolis/contracts/reading/courier-number';
import { isMistyped } from '@fasocolis/contracts/reading/reference';
import { referencesIn } from '@fasocolis/contracts/reading/references-in-text';
import { toast } from '@fasocolis/web-kit/toast-store';
import { type ReactNode, Suspense, useLayoutEffect } from 'react';
import { ButtonLink } from '../../shared/button.tsx';
import { optional } from '../../shared/optional.tsx';
import { paths } from '../../shared/paths.ts';
import { useUser } from '../../shared/session.ts';
import { SupportLink } from '../../shared/support-link.tsx';

const ClaimOffer = optional(() => import('./claim-offer.tsx'));

/** A reference of the generated form, with its check character. */
const EXAMPLE = 'FC-7K3MP2QS';

const NOT_FOUND = 'Impossible de trouver une commande avec ce numéro de référence';

interface Props {
  reference: string;
  /** The message with which the user asks customer service. */
  text: string;
  /** Says that no parcel has it. */
  heading: ReactNode;
}

/**
 * What to do about a reference that no parcel has; instead, the offer to claim an unnamed parcel whose number it is.
 * Generated references have a check character.
 */
export default function UnknownAdvice({ reference, text, heading }: Props) {
  const user = useUser();
  // On a rendered page too. A layout effect, because the effect of the offer removes the toast.
  useLayoutEffect(() => toast({ description: NOT_FOUND, variant: 'destructive' }), []);
  const advice = (
    <>
      {heading}
      <p className="text-ink-soft">
        {isMistyped(reference)
          ? "Un caractère de ce numéro est faux. Comparez-le avec celui que vous avez reçu\u00a0: il n'a ni 0, ni O, ni 1, ni I."
          : 'Vérifiez le numéro de suivi, lettre par lettre, puis relancez la recherche.'}
      </p>
      <ul className="grid list-disc grid-cols-1 gap-1 pl-5 text-left text-ink-soft">
        <li>
          {'Un numéro ressemble à '}
          <span className="inline-block max-w-full font-mono tracking-wider wrap-anywhere text-ink">{EXAMPLE}</span>
          {'\u00a0: copiez-le depuis le message que vous avez reçu.'}
        </li>
        <li>Un nouveau colis apparaît ici en un jour au plus. Réessayez demain.</li>
      </ul>
      <div className="mt-2 grid w-full grid-cols-1 gap-2 sm:grid-cols-2">
        <SupportLink variant="primary" text={text} />
        <ButtonLink to={paths.faq} label="Questions fréquentes" />
      </div>
    </>
  );
  if (!user) return advice;
  return (
    <Suspense fallback={advice}>
      <ClaimOffer number={referencesIn(reference).find(isCourierNumber) ?? reference} user={user} otherwise={advice} />
    </Suspense>
  );
}
