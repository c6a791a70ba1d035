import { PRODUCT_NAME } from '@fasocolis/contracts/brand';

/** What messengers and social networks show of a link (https://ogp.me). */
export interface Preview {
  type: 'product' | 'website';
  title: string;
  description: string;
  /** The URL of the page. */
  url: string;
  image?: { url: string; width?: number; height?: number } | undefined;
  /** Texts for the page's `<template id="parcel">`, rendered before scripts load (docs/decisions/0015). */
  parcel?: Record<string, string>;
}

const LONGEST_DESCRIPTION = 200;
const PARCEL = /<template id="parcel">(.*?)<\/template>/s;

/** Inserts a preview's title, description and tags into index.html. */
export function pageWithPreview(html: string, { type, title, description, url, image, parcel }: Preview): string {
  const summary = shorten(description);
  const properties = {
    'og:site_name': PRODUCT_NAME,
    'og:locale': 'fr_FR',
    'og:type': type,
    'og:title': title,
    'og:description': summary,
    'og:url': url,
    'og:image': image?.url,
    'og:image:width': image?.width?.toString(),
    'og:image:height': image?.height?.toString(),
  };
  const tags = Object.entries(properties).flatMap(([property, content]) =>
    content === undefined ? [] : [`<meta property="${property}" content="${escapeHtml(content)}" />`],
  );
  tags.push(`<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}" />`);
  // Functions, because "$&" has a meaning in replacement strings.
  return (parcel ? html.replace(PARCEL, (_, markup: string) => fill(markup, parcel)) : html)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)} - ${PRODUCT_NAME}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (_, start: string) => start + escapeHtml(summary))
    .replace('</head>', () => `${tags.join('')}</head>`);
}

/** Replaces {names} in markup with texts. */
const fill = (markup: string, texts: Record<string, string>) =>
  markup.replace(/\{(\w+)\}/g, (_, name: string) => escapeHtml(texts[name] ?? ''));

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= LONGEST_DESCRIPTION) return line;
  return `${line.slice(0, LONGEST_DESCRIPTION - 1).replace(/ [^ ]*$/, '')}…`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
