import { Tab, Tabs } from '@mui/material';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormContext, useFormState } from 'react-hook-form';
import { AppearanceInputs, ContentInputs, SettingInputs } from './popup-inputs.tsx';
import { PopupPreview } from './popup-preview.tsx';

const TABS = [
  { label: 'Contenu', Inputs: ContentInputs, fields: 'title content imageUrl buttonText buttonLink'.split(' ') },
  {
    label: 'Apparence',
    Inputs: AppearanceInputs,
    fields: `backgroundColor textColor buttonColor buttonTextColor titleFontSize contentFontSize
      fontFamily fontWeight borderRadius imagePosition width height`.split(/\s+/),
  },
  { label: 'Paramètres', Inputs: SettingInputs, fields: 'isActive showOnce startDate endDate'.split(' ') },
];
const PREVIEW = TABS.length;

export function PopupTabs() {
  const id = useId();
  const [open, setOpen] = useFaultyTab();
  const { errors } = useFormState();
  const tabProps = (index: number) => ({ id: `${id}-tab-${index}`, 'aria-controls': `${id}-panel-${index}` });
  const panelProps = (index: number) => ({
    role: 'tabpanel',
    id: `${id}-panel-${index}`,
    'aria-labelledby': `${id}-tab-${index}`,
    hidden: open !== index,
  });

  return (
    <>
      <Tabs
        value={open}
        onChange={(_event, index: number) => setOpen(index)}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label="Réglages de la popup"
        sx={{ mb: 2, borderBottom: 1, borderColor: 'divider' }}
      >
        {TABS.map(({ label, fields }, index) => (
          <Tab key={label} {...tabProps(index)} label={label} {...(fields.some((name) => name in errors) && faulty)} />
        ))}
        <Tab {...tabProps(PREVIEW)} label="Prévisualisation" />
      </Tabs>
      {TABS.map(({ label, Inputs }, index) => (
        <div key={label} {...panelProps(index)}>
          <Inputs />
        </div>
      ))}
      <div {...panelProps(PREVIEW)}>{open === PREVIEW && <PopupPreview />}</div>
    </>
  );
}

/** The open tab. A rejected form opens the tab of its first error and focuses the field. */
function useFaultyTab() {
  const { getFieldState, setFocus } = useFormContext();
  const { submitCount, isSubmitting } = useFormState();
  const [open, setOpen] = useState(0);

  useEffect(() => {
    if (submitCount === 0 || isSubmitting) return;
    const index = TABS.findIndex(({ fields }) => fields.some((name) => getFieldState(name).invalid));
    const name = TABS[index]?.fields.find((field) => getFieldState(field).invalid);
    if (name === undefined) return;
    const shown = requestAnimationFrame(() => {
      // A hidden field cannot take the focus.
      flushSync(() => setOpen(index));
      setFocus(name);
    });
    return () => cancelAnimationFrame(shown);
  }, [submitCount, isSubmitting, getFieldState, setFocus]);

  return [open, setOpen] as const;
}

const faulty = {
  icon: <CircleAlert aria-label="à corriger" size={18} />,
  iconPosition: 'end',
  sx: { color: 'error.main', minHeight: 48 },
} as const;
