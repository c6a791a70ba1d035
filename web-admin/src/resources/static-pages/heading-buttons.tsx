import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import Heading2 from 'lucide-react/icons/heading-2';
import Heading3 from 'lucide-react/icons/heading-3';
import Heading4 from 'lucide-react/icons/heading-4';
import { useTiptapEditor } from 'ra-input-rich-text';
import { useSyncExternalStore } from 'react';

const HEADINGS = [
  { level: 2, label: 'Titre', Icon: Heading2 },
  { level: 3, label: 'Sous-titre', Icon: Heading3 },
  { level: 4, label: 'Petit titre', Icon: Heading4 },
];

/** The library's own select offers levels that pages do not allow. */
export function HeadingButtons() {
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
