import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { PRODUCT_IMAGE_PREVIEW, type Product, previewImageOf } from '@fasocolis/contracts/catalog';
import { ApiError } from '@fasocolis/web-kit/api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Check from 'lucide-react/icons/check';
import PackageSearch from 'lucide-react/icons/package-search';
import { Link, useParams } from 'react-router-dom';
import { Button, ButtonLink, buttonClass } from '../../shared/button.tsx';
import { PageMeta } from '../../shared/page-meta.tsx';
import { paths, site } from '../../shared/paths.ts';
import { SupportLink } from '../../shared/support-link.tsx';
import { Carousel } from './carousel.tsx';
import { FreeShipping } from './product-card.tsx';
import { productQueries, seenProduct } from './product-queries.ts';

export default function ProductScreen() {
  const { id = '' } = useParams();
  const queryClient = useQueryClient();
  const product = useQuery({
    ...productQueries.detail(id),
    placeholderData: () => seenProduct(queryClient, id),
  });

  return (
    <div className="mx-auto max-w-5xl px-4 pt-6 sm:pt-10">
      <Link to={paths.homeOfProducts} className={buttonClass('secondary', 'mb-4')}>
        <ArrowLeft aria-hidden size={18} />
        Retour
      </Link>
      {content()}
    </div>
  );

  function content() {
    if (product.data) return <Details product={product.data} />;
    if (product.isPending) return <ProductSkeleton />;
    const isUnknown = product.error instanceof ApiError && product.error.status === 404;
    return <ProductFailure onRetry={isUnknown ? undefined : () => void product.refetch()} />;
  }
}

function Details({ product }: { product: Product }) {
  const { data: paragraph } = useQuery(productQueries.paragraph);
  const specifications = Object.entries(product.specifications);
  return (
    <article className="grid items-start gap-6 wrap-anywhere lg:grid-cols-2 lg:gap-8">
      <PageMeta
        title={product.name}
        description={`${product.price} · ${product.description}`}
        path={paths.product(product.id)}
        type="product"
        image={previewOf(product)}
      />
      <div className="min-w-0 lg:sticky lg:top-20">
        <Carousel key={product.id} images={photosOf(product)} subject={product.name} />
      </div>
      <div className="grid min-w-0 gap-6 rounded-2xl bg-surface p-4 ring-1 ring-hairline sm:p-8">
        <div className="grid justify-items-start gap-2">
          <h1 className="text-xl font-bold sm:text-2xl/9">{product.name}</h1>
          <p className="text-xl font-bold text-brand">{product.price}</p>
          {product.hasFreeshipping && <FreeShipping />}
        </div>
        <SupportLink
          label="Nous contacter par WhatsApp"
          text={`Bonjour, je suis intéressé(e) par le produit: ${product.name}`}
          variant="primary"
          className="min-h-12"
        />
        <div className="grid gap-3">
          <p className="whitespace-pre-line">{product.description}</p>
          {paragraph?.value && <p className="whitespace-pre-line text-ink-soft">{paragraph.value}</p>}
        </div>
        {product.features.length > 0 && (
          <section aria-labelledby="caracteristiques">
            <h2 id="caracteristiques" className="text-lg font-bold">
              Caractéristiques
            </h2>
            <ul className="mt-2 grid gap-2">
              {product.features.map((feature) => (
                <li key={feature} className="flex gap-2">
                  <Check aria-hidden size={20} className="mt-0.5 shrink-0 text-green" />
                  {feature}
                </li>
              ))}
            </ul>
          </section>
        )}
        {specifications.length > 0 && (
          <section aria-labelledby="fiche-technique">
            <h2 id="fiche-technique" className="text-lg font-bold">
              Fiche technique
            </h2>
            <dl className="mt-2 divide-y divide-line border-y border-line">
              {specifications.map(([name, value]) => (
                <div key={name} className="grid grid-cols-[2fr_3fr] gap-4 py-2">
                  <dt className="min-w-0 text-ink-soft">{name}</dt>
                  <dd className="min-w-0 font-medium">{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
      </div>
    </article>
  );
}

function photosOf({ imageUrls, imageUrl }: Product): string[] {
  if (imageUrls.length > 0) return [...new Set(imageUrls)];
  return imageUrl ? [imageUrl] : [];
}

/** Our images as JPEG, which every messenger shows; the format of others is unknown. */
function previewOf(product: Product) {
  const [url] = photosOf(product);
  if (url === undefined) return undefined;
  const own = url.startsWith(`${site.origin}/`) ? previewImageOf(url) : null;
  return own === null ? { url } : { url: own, ...PRODUCT_IMAGE_PREVIEW };
}

function ProductSkeleton() {
  return (
    <output className="block">
      <span lang="en" className="mb-4 block text-ink-soft">
        Loading product details...
      </span>
      <span className="grid animate-shimmer gap-6 lg:grid-cols-2 lg:gap-8">
        <span className="block aspect-4/3 rounded-2xl bg-line" />
        <span className="grid content-start gap-4 rounded-2xl bg-surface p-4 ring-1 ring-hairline sm:p-8">
          <span className="h-9 w-3/4 rounded-lg bg-line" />
          <span className="h-8 w-1/3 rounded-lg bg-line" />
          <span className="h-12 rounded-xl bg-line" />
          <span className="h-24 rounded-lg bg-line" />
        </span>
      </span>
    </output>
  );
}

/** @param onRetry absent when there is no such product: a retry would not help */
function ProductFailure({ onRetry }: { onRetry: (() => void) | undefined }) {
  return (
    <div className="grid animate-rise grid-cols-1 justify-items-center gap-4 rounded-2xl bg-surface px-4 py-12 text-center ring-1 ring-hairline">
      <title>{`Produit - ${PRODUCT_NAME}`}</title>
      <meta name="robots" content="noindex" />
      <PackageSearch aria-hidden size={48} strokeWidth={1.25} className="text-brand" />
      <p role="alert" lang="en" className="text-lg font-semibold">
        Error loading product details. Please try again.
      </p>
      {onRetry && <Button label="Réessayer" variant="primary" onClick={onRetry} />}
      <ButtonLink to={paths.products} label="Voir tous les produits" variant={onRetry ? 'secondary' : 'primary'} />
    </div>
  );
}
