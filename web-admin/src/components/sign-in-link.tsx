import { spacedPhone } from '@fasocolis/contracts/reading/dialling-code';
import { SignInLinkSchema } from '@fasocolis/contracts/sign-in-links';
import { whatsappLink } from '@fasocolis/contracts/whatsapp';
import { api } from '@fasocolis/web-kit/api';
import { toast } from '@fasocolis/web-kit/toast-store';
import { Box, Button, type ButtonProps, Typography } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import { reasonOf } from './outcome.ts';
import { TextButton } from './text-button.tsx';
import { WorkDialog } from './work-dialog.tsx';

interface Props extends Pick<ButtonProps, 'variant' | 'sx'> {
  phone: string;
  /** As staff knows the owner of the number. */
  name: string | null;
}

/** Makes a link that signs the owner of a number in, to be sent over WhatsApp. */
export function SignInLinkButton({ phone, name, ...button }: Props) {
  const making = useMutation({
    mutationFn: () => api.post('/api/sign-in-links', { phone, name }, SignInLinkSchema),
    onError: (error) =>
      toast({ title: 'Erreur', description: reasonOf(error) ?? 'Réessayez dans un instant.', variant: 'destructive' }),
  });
  const { data: link } = making;
  const queryClient = useQueryClient();
  const close = () => {
    making.reset();
    // Any earlier, the link that was asked for would leave the list, and this dialog with it.
    void queryClient.invalidateQueries({ queryKey: ['sign-in-link-requests'] });
  };
  return (
    <>
      <Button
        {...button}
        startIcon={<KeyRound aria-hidden size={18} />}
        disabled={making.isPending}
        onClick={() => making.mutate()}
      >
        Envoyer un lien de connexion
      </Button>
      {link && (
        <WorkDialog
          title="Lien de connexion"
          onClose={close}
          actions={
            <>
              <TextButton label="Fermer" onClick={close} />
              <TextButton
                label="Ouvrir WhatsApp"
                variant="contained"
                href={whatsappLink(link.phone, link.text)}
                target="_blank"
                rel="noopener noreferrer"
                onClick={() => setTimeout(close)}
              />
            </>
          }
        >
          <Typography>
            À envoyer au {spacedPhone(link.phone)} et à personne d'autre&nbsp;: la personne qui l'ouvre est connectée.
            Il sert une fois, pendant 24 heures.
          </Typography>
          <Box component="blockquote" aria-label="Message" sx={textStyle}>
            {link.text}
          </Box>
        </WorkDialog>
      )}
    </>
  );
}

const textStyle = {
  m: 0,
  mt: 2,
  p: 2,
  borderRadius: 'var(--fc-radius-input)',
  bgcolor: 'var(--fc-green-surface)',
  overflowWrap: 'anywhere',
} as const;
