import { describe, expect, it } from 'vitest';
import { cleanPageHtml, isBlankHtml } from './page-html.ts';

/** Known ways to run a script, or to send a request, from HTML that looks harmless. */
const ATTACKS = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<script>alert(1)//<</script>',
  '<script/x>alert(1)</script >',
  '<img src=x onerror=alert(1)>',
  '<img src="https://a.example/x.png" onerror="alert(1)">',
  '<img src="https://a.example/x.png"onload=alert(1)//>',
  '<img/src="x"/onerror=alert(1)>',
  '<IMG """><SCRIPT>alert(1)</SCRIPT>">',
  '<img src="javascript:alert(1)">',
  '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">',
  '<img src="data:image/png;base64,iVBORw0KGgo=">',
  '<img src="https://a.example/x.png" srcset="javascript:alert(1) 2x" style="background:url(javascript:alert(1))">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="java&NewLine;script&colon;alert(1)">x</a>',
  '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="blob:https://a.example/1">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/\\evil.example">x</a>',
  '<a href="/\t/evil.example">x</a>',
  '<a href="\\\\evil.example">x</a>',
  '<a href="/.//evil.example">x</a>',
  '<a href="/" onclick="alert(1)" onfocus=alert(1) autofocus tabindex=1 style="position:fixed" target="_self" ping="https://evil.example">x</a>',
  '<a href="https://a.example" rel="opener" target="_blank">x</a>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">',
  '<math href="javascript:alert(1)">x</math>',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
  '<input autofocus onfocus=alert(1)><select onfocus=alert(1)></select><textarea onfocus=alert(1)></textarea>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)>',
  '<body onload=alert(1)><marquee onstart=alert(1)>x</marquee>',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)"><base href="javascript:/">',
  '<link rel=stylesheet href="https://evil.example/x.css"><style>@import "https://evil.example/x.css"</style>',
  '<p style="background:url(javascript:alert(1))" class="x" id="root" data-x="1">x</p>',
  '<table background="javascript:alert(1)"><td background="javascript:alert(1)" colspan="1 onmouseover=alert(1)">x</td></table>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<template><script>alert(1)</script></template>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<![CDATA[<script>alert(1)</script>]]><?xml-stylesheet href="javascript:alert(1)"?>',
  '<p title="<img src=x onerror=alert(1)>">x</p>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
];

const WRAPPINGS = [
  (attack: string) => attack,
  (attack: string) => `<p>Avant ${attack} après</p>`,
  (attack: string) => `<ul><li><a href="/faq">${attack}</a></li></ul>`,
  (attack: string) => `<table><tr><td>${attack}`,
  (attack: string) => `<svg><math>${attack}`,
  (attack: string) => `<img alt="${attack}" src="https://a.example/x.png">`,
  (attack: string) => `<div <b>${attack}</div>`,
];

const ALLOWED: Record<string, string[]> = {
  a: ['href', 'rel'],
  img: ['src', 'alt', 'width', 'height'],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
};
const VALUES: Record<string, RegExp> = {
  href: /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/,
  rel: /^noopener$/,
  src: /^(?:https:\/\/|\/(?![/\\]))/,
  alt: /^/,
};
const TAG =
  /<\/?(h[234]|p|br|hr|strong|em|u|s|a|ul|ol|li|blockquote|code|pre|img|table|thead|tbody|tr|th|td)((?: [a-z]+="[^"<>]*")*)(?: \/)?>/g;

describe('sanitizing the HTML of a page', () => {
  it.each(ATTACKS)('removes %s at every position', (attack) => {
    for (const wrap of WRAPPINGS) {
      const cleaned = cleanPageHtml(wrap(attack));
      // Every "<" begins one of these tags, in a form that all browsers parse alike.
      expect(cleaned.replace(TAG, '')).not.toContain('<');
      for (const [, tag = '', attributes = ''] of cleaned.matchAll(TAG)) {
        for (const [, name = '', value = ''] of attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)) {
          expect(ALLOWED[tag] ?? [], cleaned).toContain(name);
          expect(value, cleaned).toMatch(VALUES[name] ?? /^\d{1,4}$/);
        }
      }
    }
  });

  it.each(ATTACKS)('changes nothing when it sanitizes %s again', (attack) => {
    for (const wrap of WRAPPINGS) {
      const once = cleanPageHtml(wrap(attack));
      expect(cleanPageHtml(once)).toBe(once);
    }
  });

  it('keeps the elements of pages', () => {
    const page = [
      "<h2>Titre</h2><h3>Plus petit</h3><h4>Encore</h4><p>Du <strong>gras</strong>, de l'<em>italique</em>, du <u>souligné</u> et du <s>barré</s>.<br />Ligne</p>",
      '<ul><li>Un</li></ul><ol><li>Deux</li></ol><blockquote><p>Cité</p></blockquote><pre><code>code</code></pre><hr />',
      '<table><thead><tr><th colspan="2">Étape</th></tr></thead><tbody><tr><td rowspan="3">Un</td></tr></tbody></table>',
      '<img src="https://a.example/x.png" alt="Un colis" width="640" height="480" /><img src="/api/product-images/x-640.webp" alt="" />',
    ].join('\n');
    expect(cleanPageHtml(page)).toBe(page);
  });

  it('keeps links of every allowed kind, and marks those that lead elsewhere', () => {
    const own = '<p><a href="/faq">a</a><a href="/?tracking=A#b">b</a><a href="#bas">c</a></p>';
    const others = '<p><a href="mailto:a@example.com">d</a><a href="tel:+22670123456">e</a></p>';
    expect(cleanPageHtml(own + others)).toBe(own + others);
    expect(cleanPageHtml('<a href="https://wa.me/226">f</a><a href="http://a.example/?x=1&amp;y=2">g</a>')).toBe(
      '<a href="https://wa.me/226" rel="noopener">f</a><a href="http://a.example/?x=1&amp;y=2" rel="noopener">g</a>',
    );
  });

  it.each([
    ['www.exemple.com', 'https://www.exemple.com/" rel="noopener'],
    ['exemple.com/aide', 'https://exemple.com/aide" rel="noopener'],
    ['contact@exemple.com', 'mailto:contact@exemple.com'],
    ['70 12 34 56', 'tel:+22670123456'],
    ['faq', '/faq'],
  ])('gives the address %s the scheme that it lacks', (typed, href) => {
    expect(cleanPageHtml(`<a href="${typed}">x</a>`)).toBe(`<a href="${href}">x</a>`);
  });

  it('keeps the text of removed elements, and replaces a few elements with allowed ones', () => {
    expect(cleanPageHtml('<div><h1>Titre</h1><span>du</span> <b>texte</b> <i>ici</i></div>')).toBe(
      '<h2>Titre</h2>du <strong>texte</strong> <em>ici</em>',
    );
    expect(cleanPageHtml('<p><a href="javascript:alert(1)">Le mot</a><img src="x.gif" onerror="x"></p>')).toContain(
      'Le mot',
    );
  });

  it('removes images with insecure or embedded URLs', () => {
    for (const src of ['http://a.example/x.png', 'data:image/png;base64,AAAA', 'ftp://a.example/x.png', '']) {
      expect(cleanPageHtml(`<p>a</p><img src="${src}" alt="b">`)).toBe('<p>a</p>');
    }
  });
});

describe('whether a page is blank', () => {
  it.each(['', ' \n', '<p></p>', '<p><br /></p>', '<p>&nbsp; \u200b</p>', '<ul><li></li></ul>', '<hr />'])(
    '%j is',
    (html) => {
      expect(isBlankHtml(cleanPageHtml(html))).toBe(true);
    },
  );

  it.each(['x', '<p>0</p>', '<p>&lt;</p>', '<img src="https://a.example/x.png" alt="">'])('%j is not', (html) => {
    expect(isBlankHtml(cleanPageHtml(html))).toBe(false);
  });
});
