import { PAGE_HTML } from '@fasocolis/contracts/content';
import createPurifier from 'dompurify';

const attributesOf = new Map<string, readonly string[]>(Object.entries(PAGE_HTML.attributes));
const attributes = [...attributesOf.values()].flat();

/** Complete addresses of the allowed schemes, and those of the site itself. */
const ADDRESS = new RegExp(`^(?:(?:${PAGE_HTML.schemes.join('|')}):|[/#])`, 'i');

const purifier = createPurifier(window);
purifier.setConfig({
  ALLOWED_TAGS: [...PAGE_HTML.tags],
  ALLOWED_ATTR: attributes,
  ALLOWED_URI_REGEXP: ADDRESS,
  // The rest hold numbers and texts, which that expression would refuse.
  ADD_URI_SAFE_ATTR: attributes.filter((name) => name !== 'href' && name !== 'src'),
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
});
purifier.addHook('uponSanitizeAttribute', ({ localName }, attribute) => {
  attribute.keepAttr = attributesOf.get(localName)?.includes(attribute.attrName) ?? false;
});
purifier.addHook('afterSanitizeAttributes', (element) => {
  // A wide table is scrolled: with the keyboard, too.
  if (element.localName === 'table') element.setAttribute('tabindex', '0');
  if (element.localName !== 'img') return;
  element.setAttribute('loading', 'lazy');
  if (!element.hasAttribute('alt')) element.setAttribute('alt', '');
});

/** Leaves of a page's HTML only what pages may hold: whatever happened to it on its way, nothing in it can run. */
export const cleanHtml = (html: string): string => purifier.sanitize(html);
