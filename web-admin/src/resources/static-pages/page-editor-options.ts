import { PAGE_HTML } from '@fasocolis/contracts/page-html';
import { DefaultEditorOptions } from 'ra-input-rich-text';

function extension(name: string) {
  const found = DefaultEditorOptions.extensions?.find((each) => each.name === name);
  if (!found) throw new Error(`The editor has no extension ${name}`);
  return found;
}

/**
 * An element of tables as a generic node. The editor's own tables would be another package; without any, a page would
 * lose its tables at the next edit.
 */
const tableElement = (name: string, tag: string, content: string, group: string, attributes: readonly string[] = []) =>
  extension('image').extend({
    name,
    content,
    group,
    inline: false,
    draggable: false,
    isolating: true,
    addAttributes: () => Object.fromEntries(attributes.map((attribute) => [attribute, { default: null }])),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }: { HTMLAttributes: Record<string, unknown> }) => [tag, HTMLAttributes, 0],
    addNodeView: () => null,
    addInputRules: () => [],
    addCommands: () => ({}),
  });

/** Exactly what the server's sanitiser keeps. */
export const pageEditorOptions = {
  extensions: [
    extension('starterKit').configure({ heading: { levels: [2, 3, 4] } }),
    extension('image').configure({ inline: true }),
    tableElement('table', 'table', 'tableHead? tableBody+', 'block'),
    tableElement('tableHead', 'thead', 'tableRow+', 'tablePart'),
    tableElement('tableBody', 'tbody', 'tableRow+', 'tablePart'),
    tableElement('tableRow', 'tr', '(tableHeader | tableCell)+', 'tablePart'),
    tableElement('tableHeader', 'th', 'block+', 'tablePart', PAGE_HTML.attributes.th),
    tableElement('tableCell', 'td', 'block+', 'tablePart', PAGE_HTML.attributes.td),
  ],
  editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': 'Contenu' } },
};
