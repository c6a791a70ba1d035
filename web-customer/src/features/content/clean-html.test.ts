import { PAGE_HTML } from '@fasocolis/contracts/content';
import { describe, expect, it } from 'vitest';
import { cleanHtml } from './clean-html.ts';

const ATTACKS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg/onload=alert(1)>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<a href="javascript:alert(1)">a</a>',
  '<a href="JaVa\tScRiPt:alert(1)">a</a>',
  '<a href="&#106;avascript:alert(1)">a</a>',
  '<a href=" javascript:alert(1)">a</a>',
  '<a href="data:text/html,<script>alert(1)</script>">a</a>',
  '<a href="vbscript:msgbox(1)">a</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><button>a</button></form>',
  '<p style="background:url(javascript:alert(1))" onclick="alert(1)" id="contenu" name="x" class="fixed">a</p>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel="stylesheet" href="https://evil.example/a.css">',
  '<style>@import "https://evil.example/a.css";</style>',
  '<template><img src=x onerror=alert(1)></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<details open ontoggle=alert(1)>a</details>',
  '<input autofocus onfocus=alert(1)>',
  '<video><source onerror="alert(1)"></video>',
  '<table background="javascript:alert(1)"><td background="javascript:alert(1)">a</td></table>',
  '<p href="https://evil.example">a</p><a src="https://evil.example" width="1">a</a>',
];
const OWN_ATTRIBUTES = ['loading', 'tabindex'];

describe('the HTML of a page before it is shown', () => {
  it('holds only allowed elements and attributes, whatever it held before [PAGE-004, ROLE-019]', () => {
    const allowedTags: readonly string[] = PAGE_HTML.tags;
    const allowedAttributes = new Map<string, readonly string[]>(Object.entries(PAGE_HTML.attributes));
    for (const attack of [...ATTACKS, ATTACKS.join('\n')]) {
      const shown = document.createElement('div');
      shown.innerHTML = cleanHtml(attack);
      for (const element of shown.querySelectorAll('*')) {
        expect(allowedTags, attack).toContain(element.localName);
        const allowed = [...(allowedAttributes.get(element.localName) ?? []), ...OWN_ATTRIBUTES];
        for (const name of element.getAttributeNames()) expect(allowed, attack).toContain(name);
        expect(element.getAttribute('href') ?? '#', attack).toMatch(/^(?:(?:https?|mailto|tel):|[/#])/i);
      }
    }
  });

  it('keeps what pages are made of [PAGE-004]', () => {
    const page =
      '<h2>Titre</h2><p>Du <strong>texte</strong>, un <a href="/products">lien</a> et <a href="tel:+22670000000">un ' +
      'numéro</a>.</p><ul><li>un</li></ul><table tabindex="0"><tbody><tr><td colspan="2">case</td></tr></tbody></table>';
    expect(cleanHtml(page)).toBe(page);
  });

  it('has images loaded when they come near, and never without a text in their place', () => {
    expect(cleanHtml('<img src="/a.webp">')).toBe('<img src="/a.webp" loading="lazy" alt="">');
    expect(cleanHtml('<img src="/a.webp" alt="Un colis">')).toContain('alt="Un colis"');
  });
});
