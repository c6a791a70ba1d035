import { PAGE_HTML } from '@fasocolis/contracts/page-html';
import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import Heading2 from 'lucide-react/icons/heading-2';
import Heading3 from 'lucide-react/icons/heading-3';
import Heading4 from 'lucide-react/icons/heading-4';
import {
  ClearButtons,
  DefaultEditorOptions,
  FormatButtons,
  ImageButtons,
  LinkButtons,
  ListButtons,
  QuoteButtons,
  RichTextInput,
  RichTextInputToolbar,
  useTiptapEditor,
} from 'ra-input-rich-text';
import { useSyncExternalStore } from 'react';

/** The content of a page. In tables, only the text can be edited. */
export function PageContentInput() {
  return (
    <RichTextInput
      source="content"
      isRequired
      helperText={false}
      editorOptions={pageEditorOptions}
      toolbar={
        <RichTextInputToolbar>
          <HeadingButtons />
          <FormatButtons />
          <ListButtons />
          <LinkButtons />
          <ImageButtons />
          <QuoteButtons />
          <ClearButtons />
        </RichTextInputToolbar>
      }
      sx={editorStyle}
    />
  );
}

const editorStyle = {
  '& .MuiToggleButton-root': { minWidth: 44, minHeight: 44 },
  '& .ProseMirror': { minHeight: 320, overflow: 'auto', overflowWrap: 'break-word', bgcolor: 'background.paper' },
  '& .ProseMirror :is(h2, h3, h4)': { lineHeight: 1.3, my: 2 },
  '& .ProseMirror img': { maxWidth: '100%', height: 'auto' },
  '& .ProseMirror table': { width: '100%', my: 2, borderCollapse: 'collapse' },
  '& .ProseMirror :is(th, td)': { p: 1, border: '1px solid var(--fc-line)', textAlign: 'start', verticalAlign: 'top' },
  '& .ProseMirror blockquote': { mx: 0, pl: 2, borderLeft: '4px solid var(--fc-line)' },
} as const;

const HEADINGS = [
  { level: 2, label: 'Titre', Icon: Heading2 },
  { level: 3, label: 'Sous-titre', Icon: Heading3 },
  { level: 4, label: 'Petit titre', Icon: Heading4 },
];

/** The library's own select offers levels that pages do not allow. */
function HeadingButtons() {
  const editor = useTiptapEditor();
  const current = useSyncExternalStore(
    (listener) => {
      editor?.on('transaction', listener);
      return () => editor?.off('transaction', listener);
    },
    () => HEADINGS.find(({ level }) => editor?.isActive('heading', { level }))?.level ?? null,
  );

  const change = (level: number | null) => {
    const chain = editor?.chain().focus();
    if (level === null) chain?.setNode('paragraph').run();
    else chain?.setNode('heading', { level }).run();
  };

  return (
    <ToggleButtonGroup
      exclusive
      aria-label="Titres"
      disabled={!editor}
      value={current}
      onChange={(_event, level: number | null) => change(level)}
    >
      {HEADINGS.map(({ level, label, Icon }) => (
        <ToggleButton key={level} value={level} aria-label={label} title={label}>
          <Icon aria-hidden size={24} />
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

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
const pageEditorOptions = {
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
