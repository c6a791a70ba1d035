import { PAGE_HTML } from '@fasocolis/contracts/page-html';
import { readPhone } from '@fasocolis/contracts/reading/phone';
import sanitizeHtml, { type Attributes, type IOptions } from 'sanitize-html';

/** The base for parsing relative URLs; no such host exists. */
const BASE_URL = 'https://page.invalid';

const NUMERIC = ['width', 'height', 'colspan', 'rowspan'];

const OPTIONS: IOptions = {
  allowedTags: [...PAGE_HTML.tags],
  allowedAttributes: {
    // The `rel` of the input is dropped below: only ours is kept.
    a: [...PAGE_HTML.attributes.a, 'rel'],
    img: [...PAGE_HTML.attributes.img],
    th: [...PAGE_HTML.attributes.th],
    td: [...PAGE_HTML.attributes.td],
  },
  allowedSchemes: [...PAGE_HTML.schemes],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  // The text of these elements is removed with them.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'title',
    'template',
    'iframe',
    'object',
    'svg',
    'math',
  ],
  transformTags: {
    h1: 'h2',
    b: 'strong',
    i: 'em',
    a: (tagName, { href }) => ({ tagName, attribs: linkAttributes(href) }),
    img: (tagName, { src, alt = '', ...others }) => {
      const address = imageAddress(src);
      return { tagName, attribs: { ...(address && { src: address }), alt, ...numeric(others) } };
    },
    th: (tagName, attribs) => ({ tagName, attribs: numeric(attribs) }),
    td: (tagName, attribs) => ({ tagName, attribs: numeric(attribs) }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
};

/** Sanitizes HTML to the allow-list of pages: no script, style, frame or foreign URL scheme remains. */
export function cleanPageHtml(html: string): string {
  return sanitizeHtml(html, OPTIONS).trim();
}

/** Whether sanitized HTML is blank: without text and images. */
export function isBlankHtml(html: string): boolean {
  if (html.includes('<img')) return false;
  const text = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} });
  return !/[^\s\p{Cf}]/u.test(text);
}

const EMAIL = /^[^\s@/:?#]+@[^\s@/:?#]+\.[a-z]{2,}$/i;
const SITE = /^(?:www\.|[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:com|org|net|bf|fr|ci|cn|info|io|me)(?:[/?#]|$))/i;
const PHONE = /^\+?\d(?:[\s.-]?\d){7,14}$/;

/** An address as people type it, with the scheme that it lacks. */
function withScheme(typed: string): string {
  const text = typed.trim();
  if (EMAIL.test(text)) return `mailto:${text}`;
  if (PHONE.test(text)) return `tel:${readPhone(text) ?? text.replace(/[\s.-]/g, '')}`;
  return SITE.test(text) ? `https://${text}` : typed;
}

function linkAttributes(typed = ''): Attributes {
  const href = withScheme(typed);
  const address = parseAddress(href);
  if (!address) return {};
  if (address.origin === BASE_URL) return { href: ownPath(address, href) };
  if (!PAGE_HTML.schemes.some((scheme) => address.protocol === `${scheme}:`)) return {};
  return /^https?:$/.test(address.protocol) ? { href: address.href, rel: 'noopener' } : { href: address.href };
}

function imageAddress(src = ''): string | undefined {
  const address = parseAddress(src);
  if (address?.protocol !== 'https:') return undefined;
  return address.origin === BASE_URL ? ownPath(address, src) : address.href;
}

/** Parsed as browsers do, so that every spelling has its real target. */
const parseAddress = (address: string) => (address.trim() ? URL.parse(address, BASE_URL) : null);

/** A URL of the site itself; one that begins with "#" is on the same page. */
const ownPath = ({ pathname, search, hash }: URL, typed: string) =>
  typed.trim().startsWith('#') ? hash : `${pathname}${search}${hash}`;

function numeric(attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).filter(([name, value]) => NUMERIC.includes(name) && /^\d{1,4}$/.test(value)),
  );
}
