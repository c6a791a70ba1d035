import { toast } from '@fasocolis/web-kit/toast-store';
import { Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { HttpError, useLogoutIfAccessDenied } from 'react-admin';
import { saveFile } from '../../components/save-file.ts';

export function ExportButton() {
  const leaveIfAccessDenied = useLogoutIfAccessDenied();
  const { mutate, isPending } = useMutation({
    mutationFn: exportUsers,
    onSuccess: () =>
      toast({ title: 'Export réussi', description: 'La liste des utilisateurs a été exportée avec succès.' }),
    onError: async (error) => {
      await leaveIfAccessDenied(error);
      toast({
        title: "Échec de l'exportation",
        description: "Une erreur s'est produite lors de l'exportation des données",
        variant: 'destructive',
      });
    },
  });

  return (
    <Button
      variant="contained"
      color="secondary"
      startIcon={<Download aria-hidden size={20} />}
      disabled={isPending}
      onClick={() => mutate()}
    >
      Exporter en Excel
    </Button>
  );
}

/** Saves the spreadsheet of all users on this machine. @throws HttpError when the server refuses or fails */
export async function exportUsers(): Promise<void> {
  const response = await fetch('/api/users/export/excel', { credentials: 'include' });
  if (!response.ok) throw new HttpError("Erreur lors de l'exportation Excel", response.status);

  saveFile('utilisateurs.xlsx', await response.blob());
}
