import { TransitTimesSchema } from '@fasocolis/contracts/transit-times';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { TransitTimesChart } from '@fasocolis/web-kit/transit-times-chart';
import { useQuery } from '@tanstack/react-query';
import { Button, ButtonLink } from '../../shared/button.tsx';
import { ListSkeleton } from '../../shared/loading.tsx';
import { PageMeta } from '../../shared/page-meta.tsx';
import { paths } from '../../shared/paths.ts';

const CARD = 'rounded-2xl bg-surface p-4 ring-1 ring-hairline sm:p-8';

/** The page of transit times: measured figures, not promises. */
export default function TransitTimes() {
  const { data: times, error, refetch } = useQuery(transitTimesQuery);
  return (
    <div className="mx-auto grid max-w-3xl gap-4 px-4 pt-6 sm:pt-10">
      <PageMeta
        title="Nos délais"
        description="Combien de jours prennent nos colis de la Chine au Burkina Faso, par avion et par bateau."
        path={paths.transitTimes}
      />
      <header>
        <h1 className="text-2xl/9 font-bold">Nos délais</h1>
        <p className="mt-1 text-pretty text-ink-soft">
          Voici les durées mesurées sur nos colis des 90 derniers jours. Elles ne sont pas une garantie.
        </p>
      </header>
      {content()}
    </div>
  );

  function content() {
    if (times) {
      return times.length > 0 ? (
        <div className={`${CARD} grid gap-8`}>
          <TransitTimesChart times={times} />
        </div>
      ) : (
        <div className={`${CARD} grid justify-items-center gap-4 py-10 text-center`}>
          <p>Nous publierons nos délais dès que 20 colis permettront de les mesurer.</p>
          <ButtonLink to={paths.home} label="Suivre un colis" variant="primary" />
        </div>
      );
    }
    if (!error) return <ListSkeleton text="Chargement de nos délais..." />;
    return (
      <div role="alert" className={`${CARD} grid justify-items-center gap-4 py-10 text-center`}>
        <p className="font-semibold">Nos délais ne sont pas disponibles pour le moment.</p>
        <p className="text-ink-soft">Vérifiez votre connexion à Internet, puis réessayez.</p>
        <Button label="Réessayer" className="noscript:hidden" onClick={() => void refetch()} />
      </div>
    );
  }
}

export const transitTimesQuery = apiQuery(['transit-times'], '/api/transit-times', TransitTimesSchema);
