import { profileImageBytes, profileImageField, updateProfile, uploadProfileImage } from '@tidemark/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callWithForm } from '#web/platform/call.ts';
import { CallError } from '#web/platform/failed-call.ts';
import { userQuery } from '#web/platform/session/user.query.ts';
import { notify } from '#web/ui/toaster.tsx';

export const wrongKind = 'Please select a valid image file';
const tooLarge = 'Image size must be less than 5MB';

/** Returns why a file cannot be a profile image, checked before the upload; null if it can. */
export function imageProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!type.startsWith('image/')) return wrongKind;
  return size < profileImageBytes ? null : tooLarge;
}

export function useImageUpload(onUploaded: (address: string) => void) {
  return useMutation({
    mutationFn(file: File) {
      const form = new FormData();
      form.append(profileImageField, file);
      return callWithForm(uploadProfileImage, form);
    },
    onSuccess({ imageUrl }) {
      onUploaded(imageUrl);
      notify.success('Profile image uploaded successfully!');
    },
    onError: (failure) => notify.error(uploadFailureText(failure)),
  });
}

/** Explains a rejected upload: only the server detects a file declared as an image that it cannot decode. */
export function uploadFailureText(failure: Error): string {
  const code = failure instanceof CallError ? failure.code : undefined;
  if (code === 'image_invalid') return wrongKind;
  return code === 'image_too_large' || code === 'payload_too_large' ? tooLarge : 'Failed to upload image';
}

export interface ProfileChange {
  name?: string;
  picture?: string;
}

export function useSaveProfile(onSaved: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: ProfileChange) => call(updateProfile, { body: change }),
    onSuccess({ user }) {
      queries.setQueryData(userQuery.queryKey, (old) => (old ? { ...old, user: { ...old.user, ...user } } : old));
      onSaved();
      notify.success('Profile updated successfully!');
    },
    onError: () => notify.error('Failed to update profile'),
  });
}
