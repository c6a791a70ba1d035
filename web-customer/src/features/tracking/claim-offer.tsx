import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import type { Claim } from '@fasocolis/contracts/claims';
import type { User } from '@fasocolis/contracts/user';
import { dismissToast, toastStore } from '@fasocolis/web-kit/toast-store';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../shared/button.tsx';
import { ClaimForm, unnamedParcelQuery } from './claim-form.tsx';

interface Props {
  number: string;
  user: User;
  /** While no such parcel is known. */
  otherwise: ReactNode;
}

/** Whether a number that no parcel of the user has is that of a parcel without a name, which the user may claim. */
export default function ClaimOffer({ number, user, otherwise }: Props) {
  const { data } = useQuery(unnamedParcelQuery(user.id, number));
  const [isClaiming, setClaiming] = useState(false);
  const isFound = data !== undefined;
  useEffect(() => {
    // The failed lookup has shown a toast that there is no such parcel.
    const shown = toastStore.getSnapshot();
    if (isFound && shown?.variant === 'destructive') dismissToast(shown.id);
  }, [isFound]);
  if (!data) return otherwise;
  const { claim } = data;
  return (
    <section aria-labelledby="sans-nom" className="grid w-full grid-cols-1 gap-3 text-left">
      <title>{`Colis sans nom - ${PRODUCT_NAME}`}</title>
      <p className="font-mono font-bold tracking-wider wrap-anywhere">{data.number}</p>
      <h2 id="sans-nom" className="text-lg font-semibold">
        Ce colis est dans notre entrepôt, sans nom
      </h2>
      {claim?.state === 'open' ? (
        <p role="status">Votre demande est envoyée. Nous la vérifions, puis le colis est dans votre compte.</p>
      ) : (
        <>
          {claim && <Refusal claim={claim} />}
          <p>Est-il à vous&nbsp;? Montrez-le avec une photo de la commande ou du reçu.</p>
          {isClaiming ? (
            <ClaimForm number={data.number} user={user} onSent={() => setClaiming(false)} />
          ) : (
            <Button label="C'est mon colis" variant="primary" onClick={() => setClaiming(true)} />
          )}
        </>
      )}
    </section>
  );
}

function Refusal({ claim: { reason } }: { claim: Claim }) {
  return <p className="font-semibold wrap-anywhere">{`Votre demande est refusée\u00a0: ${reason ?? ''}`}</p>;
}
