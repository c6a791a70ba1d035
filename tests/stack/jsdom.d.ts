/** The part of jsdom that tests use; it has no types of its own. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string);
    readonly window: { DOMParser: new () => DOMParser };
  }
}
