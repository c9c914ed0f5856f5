// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

import java.util.concurrent.TimeUnit;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** One call of OkHttp: java -cp JARS CallsOkHttp.java URL OPERATION. Exit 0: it succeeded, 1: it failed. */
public class CallsOkHttp {
    private static Request request(String url, String operation) {
        MediaType json = MediaType.parse("application/x-amz-json-1.0");
        Request.Builder builder = new Request.Builder();
        switch (operation) {
            case "ListObjectsV2":
                return builder.url(url + "/bucket?list-type=2").build();
            case "GetObject":
                return builder.url(url + "/bucket/key").build();
            case "PutObject":
                return builder.url(url + "/bucket/key").put(RequestBody.create(null, "content")).build();
            case "CopyObject":
                return builder.url(url + "/bucket/copy").header("x-amz-copy-source", "bucket/key")
                    .put(RequestBody.create(null, "")).build();
            default:
                return builder.url(url + "/").header("X-Amz-Target", "DynamoDB_20120810." + operation)
                    .post(RequestBody.create(json, "{}")).build();
        }
    }

    public static void main(String[] arguments) {
        OkHttpClient client = new OkHttpClient.Builder()
            .connectTimeout(2, TimeUnit.SECONDS).readTimeout(2, TimeUnit.SECONDS).writeTimeout(2, TimeUnit.SECONDS).build();
        int status = 1;
        try (Response response = client.newCall(request(arguments[0], arguments[1])).execute()) {
            response.body().string();
            status = response.isSuccessful() ? 0 : 1;
        } catch (Exception error) {
            System.out.println(error);
        }
        System.exit(status);
    }
}
