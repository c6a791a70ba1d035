import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { NUMBER_TOKEN_PARAMETER } from '@fasocolis/contracts/whatsapp';
import { loadable } from '@fasocolis/web-kit/loadable';
import { useParams, useSearchParams } from 'react-router-dom';
import { Tracking } from '../features/tracking/tracking.tsx';
import { OptionalPart, optional } from '../shared/optional.tsx';
import { PageMeta } from '../shared/page-meta.tsx';
import { paths } from '../shared/paths.ts';
import { useUser } from '../shared/session.ts';

export const WhatsappChoice = loadable(() => import('../features/whatsapp-choice/whatsapp-choice.tsx'));

export const MyParcels = optional(() => import('./my-parcels.tsx'));

const ProductTeaser = optional(() => import('../features/catalog/product-teaser.tsx'));

const DESCRIPTION =
  'Suivez votre colis de la Chine au Burkina Faso : saisissez votre numéro de suivi et voyez où il se trouve.';

/** The search and its result, at `/?tracking=` and at the short link `/c/`. */
export function Home() {
  const [query] = useSearchParams();
  const reference = useParams().reference ?? query.get('tracking')?.trim() ?? '';
  const user = useUser();
  const numberToken = query.get(NUMBER_TOKEN_PARAMETER);
  return (
    <>
      {!reference && (
        <PageMeta title={`${PRODUCT_NAME} : suivez votre colis`} description={DESCRIPTION} path={paths.home} />
      )}
      <Tracking reference={reference} wasBlank={query.has('tracking') && !reference}>
        {user && (
          <OptionalPart>
            <MyParcels user={user} />
          </OptionalPart>
        )}
      </Tracking>
      {numberToken && (
        <OptionalPart>
          <WhatsappChoice token={numberToken} />
        </OptionalPart>
      )}
      <OptionalPart>
        <ProductTeaser />
      </OptionalPart>
    </>
  );
}
