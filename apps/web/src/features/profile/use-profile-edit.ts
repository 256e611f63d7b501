import { profileImageBytes, profileImageField, updateProfile, uploadProfileImage } from '@tidemark/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, CallFailure, callWithForm } from '#web/platform/call.ts';
import { userQuery } from '#web/platform/session/user.query.ts';
import { notify } from '#web/ui/toaster.tsx';

const wrongKind = 'Please select a valid image file';
const tooLarge = 'Image size must be less than 5MB';

/** Why a file cannot be a profile image, before anything is sent; null when it may be one. */
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

/** What only the server can see: a file that calls itself an image and is none that it reads. */
export function uploadFailureText(failure: Error): string {
  const code = failure instanceof CallFailure ? failure.code : undefined;
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
