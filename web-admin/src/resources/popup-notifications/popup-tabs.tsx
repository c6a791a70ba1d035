import { type CreatePopup, CreatePopupSchema } from '@fasocolis/contracts/popups';
import { type PopupContent, PopupProvider, usePopup } from '@fasocolis/web-kit/popup';
import { Alert, Box, Tab, Tabs, Typography } from '@mui/material';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Eye from 'lucide-react/icons/eye';
import { useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormContext, useFormState } from 'react-hook-form';
import { OutlinedButton } from '../../components/text-button.tsx';
import { AppearanceInputs, ContentInputs, SettingInputs } from './popup-inputs.tsx';

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

/** Shows the popup with the values of the surrounding form; nothing is recorded as seen. */
function PopupPreview() {
  return (
    // Escape closes the popup, not the surrounding dialog.
    <Box onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}>
      {/* One of its own: what is shown outside of the dialog is hidden from assistive technology while that is open. */}
      <PopupProvider>
        <Preview />
      </PopupProvider>
    </Box>
  );
}

function Preview() {
  const { show } = usePopup();
  const { getValues } = useFormContext<CreatePopup>();
  const [popup] = useState(() => contentOf(getValues()));

  useEffect(() => {
    if (popup) show(popup);
  }, [popup, show]);

  if (!popup) return <Alert severity="warning">Corrigez d'abord les autres onglets pour voir la popup.</Alert>;
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 2, py: 4, textAlign: 'center' }}>
      <Typography>La popup s'affiche comme vos clients la verront.</Typography>
      <OutlinedButton label="Revoir la popup" icon={Eye} onClick={() => show(popup)} />
    </Box>
  );
}

function contentOf({ title, content, ...values }: CreatePopup): PopupContent | undefined {
  const { data } = CreatePopupSchema.safeParse({ ...values, title: title || 'Titre', content: content || 'Contenu' });
  return data && { ...data, imageUrl: data.imageUrl ?? null, buttonLink: data.buttonLink ?? null };
}
