import { toast } from '@fasocolis/web-kit/toast-store';
import { Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useLogoutIfAccessDenied } from 'react-admin';
import { exportUsers } from './export-users.ts';

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
