import {
  ClearButtons,
  FormatButtons,
  ImageButtons,
  LinkButtons,
  ListButtons,
  QuoteButtons,
  RichTextInput,
  RichTextInputToolbar,
} from 'ra-input-rich-text';
import { HeadingButtons } from './heading-buttons.tsx';
import { pageEditorOptions } from './page-editor-options.ts';

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
