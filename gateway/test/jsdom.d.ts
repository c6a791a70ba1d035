/** What our tests use of jsdom, which brings no types of its own. */
declare module 'jsdom' {
  interface PageElement {
    readonly textContent: string;
    getAttribute(name: string): string | null;
    querySelector(selector: string): PageElement | null;
    querySelectorAll(selector: string): Iterable<PageElement>;
  }
  export class JSDOM {
    constructor(html: string);
    readonly window: { readonly document: { readonly head: PageElement; readonly documentElement: PageElement } };
  }
}
