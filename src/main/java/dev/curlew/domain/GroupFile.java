package dev.curlew.domain;

/**
 * A file that came with a message of a group.
 *
 * @param seq of the message
 * @param position among the files of the message, from 0
 * @param fromUid who sent it
 * @param objectKey where the file is: its key or address
 * @param size bytes
 * @param createdAt milliseconds
 */
public record GroupFile(
        long id,
        long seq,
        int position,
        long fromUid,
        String objectKey,
        String name,
        String mime,
        long size,
        long createdAt) {}
