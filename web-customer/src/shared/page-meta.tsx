import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { site } from './paths.ts';

interface Props {
  /** Without the name of the product, unless it begins with it. */
  title: string;
  description: string;
  /** Path and query of the page; absent for pages that are not shared. */
  path?: string;
  type?: 'website' | 'product';
  image?: { url: string; width?: number; height?: number } | undefined;
}

/** One of the site's own pictures for links, which packages/image-kit/scripts/site-previews.ts draws. */
export const sitePreview = (name: string) => ({ url: `${site.origin}/previews/${name}.jpg`, width: 1200, height: 630 });

/** The length of a description that messengers and search engines show. */
const MAX_DESCRIPTION = 200;

/** Title, description and Open Graph tags (https://ogp.me), which React moves to the head. */
export function PageMeta({ title, description, path, type = 'website', image = sitePreview('site') }: Props) {
  const summary = shorten(description);
  return (
    <>
      <title>{title.startsWith(PRODUCT_NAME) ? title : `${title} - ${PRODUCT_NAME}`}</title>
      <meta name="description" content={summary} />
      {path !== undefined && (
        <>
          <meta property="og:site_name" content={PRODUCT_NAME} />
          <meta property="og:locale" content="fr_FR" />
          <meta property="og:type" content={type} />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={summary} />
          <meta property="og:url" content={site.origin + path} />
          <meta property="og:image" content={image.url} />
          {image.width && <meta property="og:image:width" content={String(image.width)} />}
          {image.height && <meta property="og:image:height" content={String(image.height)} />}
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= MAX_DESCRIPTION) return line;
  return `${line.slice(0, MAX_DESCRIPTION - 1).replace(/ [^ ]*$/, '')}…`;
}
