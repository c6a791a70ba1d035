import type { ReactNode } from 'react';
import { FileDrop } from './file-drop.tsx';
import { IMAGE_TYPES, type ImageLimit, readImage } from './read-image.ts';

interface ImageChooserProps {
  limit: ImageLimit;
  /** How many images there is room for; further ones are left out. */
  room?: number;
  onChoose: (images: string[]) => void;
  /** Further buttons beside the one that opens the files. */
  children?: ReactNode;
}

/** Takes image files, chosen or dropped, and answers them as data URLs. */
export function ImageChooser({ limit, room = 1, onChoose, children }: ImageChooserProps) {
  const take = async (files: File[]) => {
    try {
      const images = await Promise.all(files.slice(0, room).map((file) => readImage(file, limit)));
      if (images.length > 0) onChoose(images);
    } catch (error) {
      alert(error instanceof Error ? error.message : error);
    }
  };

  return (
    <FileDrop
      label="Importer une image"
      hint="ou déposez-la ici"
      accept={IMAGE_TYPES.join()}
      multiple={room > 1}
      onFiles={(files) => void take(files)}
    >
      {children}
    </FileDrop>
  );
}
