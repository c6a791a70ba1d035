const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const escapeHtml = (value: string) => value.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** An HTML template that escapes all values except HTML. */
export function html(strings: TemplateStringsArray, ...values: (string | Html)[]): Html {
  const safe = values.map((value) => (value instanceof Html ? value.text : escapeHtml(value)));
  return new Html(String.raw({ raw: strings }, ...safe));
}
